/** The worker: an engine for the page, and a lock that ends with it, so that the page sees its death. */
import { expose } from "comlink";
import { WorkbenchEngine } from "./engine.js";

addEventListener("message", function first({ data }: MessageEvent) {
  if (typeof data?.lock !== "string") return;
  removeEventListener("message", first);
  void navigator.locks?.request(data.lock, () => {
    postMessage({ holds: data.lock });
    return new Promise<never>(() => undefined);
  });
});

expose(new WorkbenchEngine());
