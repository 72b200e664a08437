import type { BagView } from "../worker/types.js";
import { count } from "./words.js";

/** What is in a bag: its text with the witness marked, its drawing, its instances. */
export function BagContent({ view }: { view: BagView }) {
  return (
    <>
      {view.drawing !== null && (
        // Drawn by the library from the structure; letters in it are escaped there.
        <div dangerouslySetInnerHTML={{ __html: view.drawing }} />
      )}
      {view.picture !== null && <Photo picture={view.picture} />}
      {view.texts.length > 0 && (
        <dl class="said">
          {view.texts.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {view.passages !== null && <Passages view={view} passages={view.passages} />}
      {view.instances !== null && view.passages === null && <Folded view={view} instances={view.instances} />}
      <Reasons view={view} />
    </>
  );
}

/** A photo with its witness outlined, dark on light, so that it shows on every ground. */
function Photo({ picture: { image, width, height, outline, words } }: { picture: NonNullable<BagView["picture"]> }) {
  return (
    <svg
      class="picture"
      preserveAspectRatio="xMinYMid"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={words}
    >
      <image href={image} width={width} height={height} />
      {outline !== null && <path class="halo" d={outline} />}
      {outline !== null && <path class="line" d={outline} />}
    </svg>
  );
}

/** A text whose passages are shaded by how much they speak for positive; the witness has a line. */
function Passages({ view, passages }: { view: BagView; passages: NonNullable<BagView["passages"]> }) {
  const alone = passages.length === 1;
  return (
    <p class="document">
      {passages.map(({ text, weight }, j) => {
        const isWitness = !alone && view.witness?.instance === j && weight > 0;
        const shade = weight > 0 && !alone ? `m${Math.max(1, Math.ceil(4 * weight))}` : "";
        return (
          // Passages stay in their order.
          <span key={j}>
            <mark class={`${shade} ${isWitness ? "witness" : ""}`}>
              {isWitness && <span class="visually-hidden">Speaks most for positive: </span>}
              {text}
            </mark>{" "}
          </span>
        );
      })}
    </p>
  );
}

/** Under a photo, the numbers of its regions are for who asks. */
function Folded(given: { view: BagView; instances: NonNullable<BagView["instances"]> }) {
  if (given.view.picture === null) return <Instances {...given} />;
  return (
    <details>
      <summary>The {given.view.noun}s in numbers</summary>
      <Instances {...given} />
    </details>
  );
}

function Instances({ view, instances }: { view: BagView; instances: NonNullable<BagView["instances"]> }) {
  const cut = instances.features.length;
  const number = (value: number) => (Number.isInteger(value) ? String(value) : value.toPrecision(4));
  return (
    <section class="scroll instances" aria-label={`The ${view.noun}s of the bag`}>
      <table>
        <thead>
          <tr>
            <th>{view.noun}</th>
            {view.witness !== null && <th>speaks for it</th>}
            {instances.features.map((name) => (
              <th key={name} class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {instances.rows.map(({ name, weight, values }, k) => (
            <tr key={name} class={k === 0 && view.witness !== null && weight > 0 ? "witness" : ""}>
              <td>{name}</td>
              {view.witness !== null && (
                <td>
                  <span class="weight">
                    <i style={{ width: `${Math.max(0, weight) * 100}%` }} />
                  </span>
                </td>
              )}
              {values.slice(0, cut).map((value, j) => (
                <td key={instances.features[j]} class="number">
                  {number(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {instances.more > 0 && (
        <p class="soft small">and {count(instances.more, `more ${view.noun}`, `more ${view.noun}s`)}</p>
      )}
    </section>
  );
}

function Reasons({ view: { reasons, noun, witness } }: { view: BagView }) {
  if (reasons.length === 0 || witness === null) return null;
  return (
    <section>
      <h3 class="soft small">What the {noun} that matters most says</h3>
      <ul class="reasons">
        {reasons.map(({ name, effect, value }) => (
          <li
            key={name}
            class={`reason ${effect > 0 ? "for" : "against"}`}
            title={effect > 0 ? "speaks for positive" : "speaks against it"}
          >
            <b aria-hidden="true">{effect > 0 ? "+" : "−"}</b>
            <span class="visually-hidden">{effect > 0 ? "for: " : "against: "}</span>
            {name}
            {value !== "" && <span class="soft">{value}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
