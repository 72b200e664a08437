/**
 * Collects the text of a cell or a shared text: all `t` elements, in runs of rich text too, but not
 * the reading aids (`rPh`) that Japanese texts may carry.
 */
export function textCollector() {
  let found = "";
  let taking = false;
  let aside = false;
  return {
    open(element: string): void {
      if (element === "rPh") aside = true;
      else if (element === "t") taking = !aside;
    },
    text(text: string): void {
      if (taking) found += text;
    },
    close(element: string): void {
      if (element === "rPh") aside = false;
      else if (element === "t") taking = false;
    },
    /** The text so far; the next one starts empty. */
    take(): string {
      const text = unescapedText(found);
      found = "";
      return text;
    },
  };
}

/** Characters that XML cannot hold are stored as `_x001F_`. */
export function unescapedText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The reverse, for XML: with `&` and `<` as entities. */
export function escapedText(text: string): string {
  return (
    text
      .replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to replace
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, (character) => {
        return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
      })
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      // Readers of XML take a bare one for a line feed.
      .replaceAll("\r", "&#13;")
  );
}
