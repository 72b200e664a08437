import { useSignal } from "@preact/signals";
import type { Looked } from "../../state/opening.js";
import { ROLES, type Role, readingWith, roleOf } from "../../state/roles.js";
import type { Preview } from "../../worker/types.js";
import { useBench } from "../bench.js";
import { Tile } from "../parts.js";
import { count, thousands } from "../words.js";

/** A file before it is opened: what is in it, how it is read, and what is wrong. */
export function PreviewOf({ looked }: { looked: Looked }) {
  const bench = useBench();
  const { file, preview, busy, trouble } = looked;
  const ready = preview?.summary !== null && preview !== null && preview.trouble === null;
  const fixable =
    preview?.trouble !== null &&
    preview !== null &&
    preview.suggested !== null &&
    Object.keys(preview.suggested).length > 0;
  return (
    <main class="page narrow stack wide" aria-busy={busy}>
      <div class="heading">
        <h1>{file.name}</h1>
        <p role="status">{busy ? "Reading …" : kindText(preview)}</p>
      </div>
      {trouble !== null && <Trouble message={trouble.message} />}
      {preview !== null && <Problems preview={preview} />}
      {preview?.summary && <Summary summary={preview.summary} />}
      <div class="row">
        <button
          type="button"
          class="primary"
          disabled={!ready || busy || bench.opening.busy.value}
          onClick={() => void bench.begin()}
        >
          {bench.opening.busy.value ? "Opening …" : "Begin the review"}
        </button>
        {fixable && (
          <button type="button" disabled={busy} onClick={() => void bench.opening.read({ ...preview.suggested })}>
            Read it as suggested
          </button>
        )}
        <button type="button" onClick={() => bench.opening.forget()}>
          Choose another file
        </button>
      </div>
      {preview?.table && <Columns preview={preview} table={preview.table} reading={file.reading} />}
      {preview !== null && preview.notes.length > 0 && (
        <section class="stack" aria-label="Notes">
          {preview.notes.map(({ code, message }) => (
            <p key={code + message} class="note-line">
              {sentence(message)}
            </p>
          ))}
        </section>
      )}
    </main>
  );
}

function kindText(preview: Preview | null): string {
  const kinds: Readonly<Record<string, string>> = {
    text: "Texts: each is a bag of passages",
    molecule: "Molecules: each is a bag of conformers",
    photo: "Photos: each is a bag of regions",
    window: "Series: each is a bag of windows",
  };
  if (preview === null || preview.summary === null) return "";
  return kinds[preview.encoder ?? ""] ?? "Bags of instances";
}

const sentence = (text: string) => `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

function Trouble({ message }: { message: string }) {
  return (
    <div class="problem" role="alert">
      <p>{message}</p>
    </div>
  );
}

function Problems({ preview }: { preview: Preview }) {
  const { problems, trouble, rowNoun } = preview;
  if (problems.length === 0) return trouble === null ? null : <Trouble message={trouble.message} />;
  return (
    <section class="stack" role="alert" aria-label="Problems">
      {problems.map(({ code, column, message, remedy, examples }) => (
        <div key={`${code} ${column ?? ""} ${message}`} class="problem">
          <p>
            <strong>
              {column === undefined ? "" : `${column}: `}
              {sentence(message)}
            </strong>
          </p>
          <p>{remedy}</p>
          {examples.length > 0 && (
            <p class="soft small">
              {examples.map(({ text, row }) => `${rowNoun} ${row}: ${JSON.stringify(text)}`).join(", ")}
            </p>
          )}
        </div>
      ))}
    </section>
  );
}

function Summary({ summary }: { summary: NonNullable<Preview["summary"]> }) {
  const { bags, positive, unlabeled, negative, instances } = summary;
  return (
    <dl class="tiles">
      <Tile name="Bags" value={thousands(bags)} more={`${thousands(instances)} instances`} />
      <Tile name="Known positive" value={thousands(positive)} />
      <Tile name="Not known" value={thousands(unlabeled)} more="to review" />
      <Tile name="Known negative" value={thousands(negative)} />
    </dl>
  );
}

const FIRST = 10;

/** What becomes of each column; a choice reads the file again. */
function Columns({
  preview,
  table,
  reading,
}: {
  preview: Preview;
  table: NonNullable<Preview["table"]>;
  reading: Looked["file"]["reading"];
}) {
  const bench = useBench();
  const all = useSignal(false);
  const shown = all.value ? table.columns : table.columns.slice(0, FIRST);
  const change = (column: string, role: Role) => void bench.opening.read(readingWith(reading, column, role));
  return (
    <section class="stack">
      <h2>The columns</h2>
      <div class="scroll">
        <table class="columns">
          <thead>
            <tr>
              <th>Column</th>
              <th>Used as</th>
              <th>First values</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((column) => (
              <tr key={column}>
                <td>{column}</td>
                <td>
                  <select
                    aria-label={`Use of ${column}`}
                    value={roleOf(preview, column)}
                    onChange={(event) => change(column, event.currentTarget.value as Role)}
                  >
                    {ROLES.map(({ role, title }) => (
                      <option key={role} value={role}>
                        {title}
                      </option>
                    ))}
                  </select>
                </td>
                <td>{firstValues(table, column)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {table.columns.length > FIRST && !all.value && (
        <div>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              all.value = true;
            }}
          >
            Show all {count(table.columns.length, "column")}
          </button>
        </div>
      )}
    </section>
  );
}

function firstValues({ columns, rows }: NonNullable<Preview["table"]>, column: string): string {
  const at = columns.indexOf(column);
  const values = rows.map((row) => row[at] ?? "").filter((text) => text !== "");
  const text = values.slice(0, 3).join(" · ");
  return text.length > 140 ? `${text.slice(0, 139)}…` : text;
}
