import { useEffect } from "preact/hooks";
import { SCREENS, type ScreenName } from "../state/context.js";
import { useBench } from "./bench.js";
import { Data } from "./screens/data.js";
import { Keep } from "./screens/keep.js";
import { Left } from "./screens/left.js";
import { Results } from "./screens/results.js";
import { ReviewScreen } from "./screens/review.js";
import { Settings } from "./screens/settings.js";
import { Simulate } from "./screens/simulate.js";
import { Start } from "./screens/start.js";

const TITLES: Readonly<Record<ScreenName, string>> = {
  start: "Start",
  review: "Review",
  left: "How many are left",
  results: "Results",
  data: "Data",
  settings: "Settings",
  keep: "Keep",
  simulate: "Simulate",
};

const VIEWS = {
  start: Start,
  review: ReviewScreen,
  left: Left,
  results: Results,
  data: Data,
  settings: Settings,
  keep: Keep,
  simulate: Simulate,
};

export function App() {
  const bench = useBench();
  const screen = bench.review.session.value === null ? "start" : bench.context.screen.value;
  const View = VIEWS[screen];
  useEffect(() => {
    document.title =
      screen === "start" ? "bagwise workbench" : `${TITLES[screen]} · ${bench.opening.file.value?.name ?? ""}`;
  });
  return (
    <div class="shell">
      <Top screen={screen} />
      <Notices />
      <View />
    </div>
  );
}

function Top({ screen }: { screen: ScreenName }) {
  const bench = useBench();
  return (
    <header class="top">
      <div class="top-inner">
        <button type="button" class="brand" onClick={() => void bench.leave()} title="Back to the start">
          <i aria-hidden="true" />
          bagwise
        </button>
        {screen !== "start" && <span class="file">{bench.opening.file.value?.name}</span>}
        {screen !== "start" && (
          <nav class="tabs" aria-label="Screens">
            {SCREENS.map((each) => (
              <button
                key={each}
                type="button"
                aria-current={each === screen ? "page" : undefined}
                onClick={() => bench.go(each)}
              >
                {TITLES[each]}
              </button>
            ))}
          </nav>
        )}
      </div>
    </header>
  );
}

function Notices() {
  const bench = useBench();
  const { notices } = bench.context;
  const elsewhere = bench.review.session.value !== null && bench.review.elsewhere.value;
  if (notices.value.length === 0 && !elsewhere) return null;
  return (
    <div class="notices">
      {elsewhere && (
        <div class="notice" role="status">
          <span>This review is open in another tab, so nothing can be changed here.</span>
          <button type="button" onClick={() => void bench.takeOver()}>
            Go on here
          </button>
        </div>
      )}
      {notices.value.map(({ id, kind, text }) => (
        <div key={id} class={`notice ${kind}`} role={kind === "error" ? "alert" : "status"}>
          <span>{text}</span>
          <button type="button" class="quiet" onClick={() => bench.context.dismiss(id)}>
            Close
          </button>
        </div>
      ))}
    </div>
  );
}
