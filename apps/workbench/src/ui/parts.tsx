import type { Label } from "@bagwise/core/bags";
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useBench } from "./bench.js";
import { duration } from "./words.js";

/** A share as a bar. */
export function Meter({ share, kind = "", label }: { share: number; kind?: string; label: string }) {
  const width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return (
    <div class={`meter ${kind}`} role="img" aria-label={label}>
      <i style={{ width }} />
    </div>
  );
}

/** A number with its name. */
export function Tile({ name, value, more }: { name: string; value: ComponentChildren; more?: ComponentChildren }) {
  return (
    <div class="tile">
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        {more !== undefined && <span>{more}</span>}
      </dd>
    </div>
  );
}

/** A box to tick, with its words. */
export function Tick({ value, children }: { value: Signal<boolean>; children: ComponentChildren }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={value.value}
        onChange={(event) => {
          value.value = event.currentTarget.checked;
        }}
      />
      {children}
    </label>
  );
}

/** A label with its colour, and in words. */
export function LabelBadge({ label }: { label: Label | "cannot tell" | "skipped" }) {
  const kind = label === "positive" || label === "negative" ? label : "unlabeled";
  return (
    <span class="badge">
      <i class={`dot of-${kind}`} />
      {label === "unlabeled" ? "open" : label}
    </span>
  );
}

/** What goes on in the engine beside, with a way to end it. */
export function RunningLine() {
  const { models } = useBench();
  const running = models.running.value;
  if (running === null) return null;
  const { done, total, since, step, what } = running;
  const passed = (performance.now() - since) / 1000;
  const left = done > 0 && total > 0 && passed > 1 ? `, about ${duration((passed * (total - done)) / done)} left` : "";
  const name = { training: "Training", report: "Writing the report", simulation: "Simulating" }[what];
  return (
    <div class="panel row" role="status">
      <span class="pulse busy">
        <i />
        {name}
        {what === "simulation" && step !== ""
          ? `: ${step}`
          : total > 0
            ? `: ${Math.floor((100 * done) / total)} %`
            : " …"}
        {left}
      </span>
      <span style={{ flex: "1", minWidth: "120px" }}>
        <Meter share={total > 0 ? done / total : 0} label="progress" />
      </span>
      <button type="button" onClick={() => models.cancel()}>
        Cancel
      </button>
    </div>
  );
}

/** Saves a file as the browser does. */
export function download({ name, type, bytes }: { name: string; type: string; bytes: Uint8Array }): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes as BlobPart], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
