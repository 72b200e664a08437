import type { OptionDescription } from "@bagwise/core/base";
import { useEffect } from "preact/hooks";
import { defaultText, fieldText, optionValue } from "../../state/option-values.js";
import { useBench } from "../bench.js";
import { RunningLine, Tick } from "../parts.js";
import { count, duration } from "../words.js";

/** Options that most people may want; the others are folded away. */
const FIRST = ["prior", "seed"];

/** How models are trained. The form is made from what the learners say of themselves. */
export function Settings() {
  const bench = useBench();
  const { models, review } = bench;
  useEffect(() => {
    void models.loadLearners();
  }, [models]);
  const learner = models.learners.value.find(({ name }) => name === models.method.value);
  const kinds = [...new Set(models.learners.value.map(({ learnsFrom }) => learnsFrom))];
  const saved = models.saved.value;
  return (
    <main class="page narrow stack wide">
      <div class="heading">
        <h1>Settings</h1>
        {saved !== null && (
          <p>
            The last model took {duration(saved.seconds)} with {count(saved.answers, "answer")}.
          </p>
        )}
      </div>
      <div class="row">
        <button
          type="button"
          class="primary"
          disabled={models.running.value !== null}
          onClick={() => void models.train()}
        >
          Train
        </button>
        <Tick value={models.useAnswers}>Learn from my {count(review.settled.value.length, "answer")}</Tick>
      </div>
      <RunningLine />
      {models.trouble.value !== null && (
        <div class="problem" role="alert">
          <p>{models.trouble.value.message}</p>
        </div>
      )}
      <section class="panel stack">
        <label class="field">
          <strong>Method</strong>
          <select value={models.method.value} onChange={(event) => models.setMethod(event.currentTarget.value)}>
            {kinds.map((kind) => (
              <optgroup key={kind} label={`from ${kind} bags`}>
                {models.learners.value
                  .filter(({ learnsFrom }) => learnsFrom === kind)
                  .map(({ name, label, usual }) => (
                    <option key={name} value={name}>
                      {label === name ? name : `${label} (${name})`}
                      {usual ? ", the usual one" : ""}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
          {learner !== undefined && (
            <span>
              {learner.help} {learner.when}
            </span>
          )}
        </label>
        {learner !== undefined && (
          <>
            <div class="fields">
              {learner.options
                .filter(({ name }) => FIRST.includes(name))
                .map((option) => (
                  <Field key={`${learner.name} ${option.name}`} option={option} />
                ))}
            </div>
            <details>
              <summary>More options</summary>
              <div class="fields">
                {learner.options
                  .filter(({ name }) => !FIRST.includes(name))
                  .map((option) => (
                    <Field key={`${learner.name} ${option.name}`} option={option} />
                  ))}
              </div>
            </details>
          </>
        )}
      </section>
      {models.view.value !== null && models.view.value.notes.length > 0 && (
        <section class="stack" aria-label="Notes of the model">
          <h2>What the model noted</h2>
          {models.view.value.notes.map(({ message }) => (
            <p key={message} class="note-line">
              {message}
            </p>
          ))}
        </section>
      )}
    </main>
  );
}

function Field({ option }: { option: OptionDescription }) {
  const { models } = useBench();
  const { name, type, choices, help } = option;
  const value = fieldText(models.options.value[name]);
  const set = (text: string) => models.setOption(name, optionValue(option, text));
  const usual = defaultText(option);
  const list = type === "boolean" ? ["true", "false"] : choices;
  return (
    <div class="field">
      <label htmlFor={`option-${name}`}>
        <strong>{name}</strong>
      </label>
      {type === "choice" || type === "boolean" ? (
        <select id={`option-${name}`} value={value} onChange={(event) => set(event.currentTarget.value)}>
          <option value="">{usual === "" ? "as usual" : `as usual (${usual})`}</option>
          {(list ?? []).map((choice) => (
            <option key={choice} value={choice}>
              {type === "boolean" ? (choice === "true" ? "on" : "off") : choice}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={`option-${name}`}
          type="text"
          inputMode={type === "integer" || type === "number" ? "decimal" : "text"}
          value={value}
          placeholder={usual}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )}
      <span>{help}</span>
    </div>
  );
}
