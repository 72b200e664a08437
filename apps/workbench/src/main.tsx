import "virtual:palette.css";
import "./design.css";
import { effect } from "@preact/signals";
import { render } from "preact";
import type { ScreenName } from "./state/context.js";
import { SCREENS } from "./state/context.js";
import { Workbench } from "./state/workbench.js";
import { App } from "./ui/app.js";
import { BenchContext } from "./ui/bench.js";
import { browserSurroundings } from "./ui/surroundings.js";

const bench = new Workbench(browserSurroundings());

/** The address remembers the review and the screen, so that a reload goes on there. */
function addressed(): { screen: ScreenName | undefined; id: string | undefined } {
  const [, screen, id] = /^#\/([a-z]+)\/([\w-]+)$/.exec(location.hash) ?? [];
  return { screen: SCREENS.find((each) => each === screen), id };
}

/** The file that `bagwise workbench FILE` serves, named in the page. */
async function openGiven(): Promise<void> {
  const name = document.querySelector<HTMLMetaElement>('meta[name="bagwise-file"]')?.content;
  if (name === undefined) return;
  await bench.context.attempt(async () => {
    const response = await fetch("./given");
    if (!response.ok) throw new Error(`${name} could not be read (${response.status}).`);
    await bench.opening.look(await response.blob(), name);
  });
}

async function start(): Promise<void> {
  const { screen, id } = addressed();
  if (id !== undefined) {
    if (screen !== undefined) bench.go(screen);
    if (await bench.resume(id)) return;
    bench.go("start");
  }
  await openGiven();
}

const root = document.getElementById("app");
if (root !== null) {
  render(
    <BenchContext.Provider value={bench}>
      <App />
    </BenchContext.Provider>,
    root,
  );
  void start().then(() => {
    effect(() => {
      const [id, screen] = [bench.id.value, bench.context.screen.value];
      const address = id === null || screen === "start" ? location.pathname : `#/${screen}/${id}`;
      history.replaceState(null, "", address);
    });
  });
}
