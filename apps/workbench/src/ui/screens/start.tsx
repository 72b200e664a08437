import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import lettersUrl from "../../../../../packages/bagwise/samples/letters.csv?url";
import lettersTruthUrl from "../../../../../packages/bagwise/samples/letters-truth.csv?url";
import { type ChosenFile, chosenOf } from "../../state/chosen-files.js";
import { wordsOf } from "../../state/context.js";
import type { Workbench } from "../../state/workbench.js";
import { useBench } from "../bench.js";
import { droppedFiles } from "../dropped-files.js";
import { count, when } from "../words.js";
import { PreviewOf } from "./preview.js";

/** Choosing a file, a sample, or a review that is kept. */
export function Start() {
  const bench = useBench();
  useEffect(() => {
    void bench.loadKept();
  }, [bench]);
  if (bench.opening.looked.value !== null) return <PreviewOf looked={bench.opening.looked.value} />;
  return (
    <main class="page narrow stack wide">
      <div class="hero">
        <h1>Review the likely ones first, and know how many are left.</h1>
        <p>
          Open a file of things of which some are known to be positive: texts, molecules, photos, or bags of
          measurements. The workbench shows you the most likely others one by one, learns from your answers, and tells
          you when to stop. Nothing leaves this machine.
        </p>
      </div>
      <Drop />
      <Samples />
      <Kept />
    </main>
  );
}

/** Takes what was dropped or chosen: bags, photos, or the session of an earlier review. */
async function take(bench: Workbench, files: readonly ChosenFile[]): Promise<void> {
  const chosen = chosenOf(files);
  if (chosen === undefined) return;
  const reading = (bench.waiting.value?.data.reading ?? {}) as Record<string, string>;
  const { photos } = chosen;
  if ("folder" in chosen) return await bench.opening.look(new Blob([]), chosen.folder, { reading, photos });
  const { table } = chosen;
  if (/\.json$/i.test(table.name) && table.size < 2 ** 28) {
    const text = await table.text();
    if (/^\s*\{\s*"bagwise"\s*:\s*"review"/.test(text)) {
      try {
        bench.takeSession(text);
      } catch (error) {
        bench.context.tell("error", wordsOf(error).message);
      }
      return;
    }
  }
  await bench.opening.look(table, table.name, { reading, photos });
}

/** What an input has; a folder tells where each file is. */
const filesOf = (list: FileList | null): ChosenFile[] =>
  Array.from(list ?? [], (file) => ({ path: file.webkitRelativePath || file.name, file }));

function Drop() {
  const bench = useBench();
  const over = useSignal(false);
  const input = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const onChosen = (event: { currentTarget: HTMLInputElement }) => {
    const files = filesOf(event.currentTarget.files);
    event.currentTarget.value = "";
    void take(bench, files);
  };
  const waiting = bench.waiting.value;
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    over.value = false;
    const { dataTransfer } = event;
    if (dataTransfer !== null) void bench.context.attempt(async () => take(bench, await droppedFiles(dataTransfer)));
  };
  return (
    <section
      class={`drop ${over.value ? "over" : ""}`}
      aria-label="Open a file"
      onDragOver={(event) => {
        event.preventDefault();
        over.value = true;
      }}
      onDragLeave={() => {
        over.value = false;
      }}
      onDrop={onDrop}
    >
      {waiting !== null && (
        <p>
          <strong>A review of {waiting.data.file ?? "a file"} was read.</strong> Now choose that file itself.
        </p>
      )}
      <div class="row">
        <button type="button" class="primary" onClick={() => input.current?.click()}>
          Choose a file
        </button>
        <button type="button" onClick={() => folder.current?.click()}>
          Choose a folder of photos
        </button>
      </div>
      <p class="soft">or drop it here</p>
      <p class="soft small">
        CSV, TSV, Excel, JSON, Parquet, Arrow, ARFF, svmlight, SMILES or SDF, gzipped or not. A table with the photos
        that it names. The session file of an earlier review, too.
      </p>
      <input
        ref={input}
        type="file"
        class="visually-hidden"
        aria-label="File to open"
        tabIndex={-1}
        multiple
        onChange={onChosen}
      />
      <input
        ref={(element) => {
          folder.current = element;
          if (element !== null) element.webkitdirectory = true;
        }}
        type="file"
        class="visually-hidden"
        aria-label="Folder to open"
        tabIndex={-1}
        onChange={onChosen}
      />
    </section>
  );
}

async function fetched(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The sample could not be loaded (${response.status}).`);
  return await response.blob();
}

function Samples() {
  const bench = useBench();
  const letters = () =>
    bench.context.attempt(async () => {
      const [blob, truth] = await Promise.all([fetched(lettersUrl), fetched(lettersTruthUrl)]);
      await bench.opening.look(blob, "letters.csv", { truth });
    });
  const synthetic = () =>
    bench.context.attempt(async () => {
      const { bags, truth } = await bench.context.engine.synthetic();
      const blobs = [bags, truth].map((bytes) => new Blob([bytes as BlobPart]));
      await bench.opening.look(blobs[0], "synthetic.csv", { truth: blobs[1] });
    });
  return (
    <section class="stack">
      <h2>Or try a sample</h2>
      <ul class="samples">
        <li>
          <button type="button" class="sample" onClick={() => void letters()}>
            <strong>Letters to a landlord</strong>
            <span>64 letters. 12 of those about damp walls are marked, 12 more are hidden.</span>
          </button>
        </li>
        <li>
          <button type="button" class="sample" onClick={() => void synthetic()}>
            <strong>Synthetic bags</strong>
            <span>300 bags of measurements. 20 positive ones are marked, 56 more are hidden.</span>
          </button>
        </li>
      </ul>
    </section>
  );
}

function Kept() {
  const bench = useBench();
  const reviews = bench.kept.value;
  if (reviews.length === 0) return null;
  return (
    <section class="stack">
      <h2>Go on with a review</h2>
      <ul class="kept">
        {reviews.map(({ id, name, answered, found, updated }) => (
          <li key={id} class="panel">
            <div>
              <strong>{name}</strong>
              <p class="soft small">
                {count(answered, "answer")}, {found} positive. {when(updated)}
              </p>
            </div>
            <div class="row">
              <button type="button" onClick={() => void bench.resume(id)}>
                Go on
              </button>
              <button
                type="button"
                class="quiet"
                aria-label={`Remove the review of ${name}`}
                onClick={() => void bench.forget(id)}
              >
                Remove
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
