// Starts workers and asks them: shared by the commands `mutants` and `coverage`.
import { fork } from "node:child_process";
import { join } from "node:path";
import { root } from "./rooms.mjs";

/** A mutant that takes longer is one that does not end. Loops are noticed sooner, by their steps. */
const LONGEST = 180_000;

/** Starts a process that has run all tests once, unchanged. */
export async function startWorker(task, onProgress = () => {}) {
  const child = fork(join(root, "scripts", "mutants", "worker.mjs"), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: ["--max-old-space-size=3000"],
  });
  child.send(task);
  const ready = await new Promise((done, fail) => {
    child.on("exit", (code) => fail(new Error(`the worker ended with ${code}`)));
    child.on("message", (message) => (message.ready ? done(message.ready) : onProgress(message)));
  });
  child.removeAllListeners();
  return {
    ready,
    /** What the tests say of a mutant; undefined if the process did not answer. */
    ask: (question) =>
      new Promise((done) => {
        const end = (answer) => {
          clearTimeout(timer);
          child.removeAllListeners();
          if (answer === undefined) child.kill("SIGKILL");
          done(answer);
        };
        const timer = setTimeout(() => end(undefined), LONGEST);
        child.once("exit", () => end(undefined)).once("message", ({ result }) => end(result));
        child.send(question);
      }),
    stop: () => child.kill(),
  };
}
