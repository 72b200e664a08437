// How code is divided into files. By itself a bundler makes a file of everything that happens to be shared by the same
// entries: hundreds of them, most of a few lines.

/** More parts than this has no package. */
const MOST = 100;

/**
 * A plugin, and the groups that it fills: for each entry what it loads at once and an entry that loads less does not,
 * from the smallest to the largest, apart by the other packages that it needs: who shares a part of it does not load
 * those. What is loaded on demand and is smaller than `small` bytes with all that it needs comes along, up to `most`
 * bytes for each entry, if it loads no other package.
 */
export function fewFiles({ small = 6000, most = 150_000 } = {}) {
  const partOf = new Map();
  const parts = [];
  const groups = Array.from({ length: MOST }, (_, k) => ({
    name: `part-${k + 1}`,
    test: (id) => parts.length > k && partOf.get(id) === parts[k],
    priority: MOST - k,
  }));
  const plugin = {
    name: "few files",
    buildEnd(error) {
      if (error) return;
      const infos = new Map([...this.getModuleIds()].map((id) => [id, this.getModuleInfo(id)]));
      const isOurs = (id) => infos.has(id) && !infos.get(id).isExternal && infos.get(id).code !== null;
      const entries = [...infos.keys()].filter((id) => isOurs(id) && infos.get(id).isEntry);
      /** Everything that these load: at once, or also on demand. */
      const reached = (ids, { onDemand = false, seen = new Set() } = {}) => {
        for (const id of ids) {
          if (seen.has(id)) continue;
          seen.add(id);
          const { importedIds = [], dynamicallyImportedIds = [] } = infos.get(id) ?? {};
          reached(onDemand ? [...importedIds, ...dynamicallyImportedIds] : importedIds, { onDemand, seen });
        }
        return seen;
      };
      const packagesOf = (ids) => [...ids].filter((id) => !isOurs(id) && !id.startsWith("node:"));
      const sizeOf = (ids) => ids.reduce((sum, id) => sum + infos.get(id).code.length, 0);
      /** The core is not heavy, and loaded anyway. */
      const heavyOf = (ids) =>
        new Set(
          packagesOf(ids)
            .filter((id) => !id.startsWith("@bagwise/core/"))
            .map(packageOf),
        );
      const put = (id, k) => partOf.set(id, [k, ...[...heavyOf(reached([id]))].sort()].join(" "));
      const atOnce = entries
        .map((entry) => ({ entry, all: [...reached([entry])] }))
        .sort((a, b) => sizeOf(a.all.filter(isOurs)) - sizeOf(b.all.filter(isOurs)));
      atOnce.forEach(({ all }, k) => {
        // An entry itself stays apart: a thread must not start the program that shares a file with it.
        for (const id of all) if (isOurs(id) && !partOf.has(id) && !entries.includes(id)) put(id, k);
      });
      atOnce.forEach(({ entry, all }, k) => {
        const packages = new Set(packagesOf(all));
        const loaded = new Set(all.filter((id) => partOf.has(id)).map((id) => partOf.get(id)));
        const later = [...reached([entry], { onDemand: true })]
          .filter((id) => isOurs(id) && !partOf.has(id) && !entries.includes(id) && !id.includes("node_modules"))
          .map((id) => [...reached([id])]);
        let room = most;
        for (const needed of later.sort((a, b) => a.length - b.length)) {
          const own = needed.filter((id) => isOurs(id) && !loaded.has(partOf.get(id)));
          const isNew = own.every((id) => !partOf.has(id) && !entries.includes(id));
          if (!isNew || own.length === 0 || sizeOf(own) >= Math.min(small, room)) continue;
          if (packagesOf(needed).some((id) => !packages.has(id))) continue;
          room -= sizeOf(own);
          for (const id of own) {
            put(id, k);
            loaded.add(partOf.get(id));
          }
        }
      });
      const sorted = [...new Set(partOf.values())].sort((a, b) => {
        const [[place, ...some], [other, ...others]] = [a.split(" "), b.split(" ")];
        return place - other || some.length - others.length || (a < b ? -1 : 1);
      });
      if (sorted.length > MOST) throw new Error(`${sorted.length} parts are more than ${MOST}`);
      parts.splice(0, parts.length, ...sorted);
    },
  };
  return { plugin, groups };
}

/** The package of an entry: `@bagwise/files` of `@bagwise/files/formats`. */
function packageOf(entry) {
  return entry
    .split("/")
    .slice(0, entry.startsWith("@") ? 2 : 1)
    .join("/");
}
