// The page: hands the file to the worker and shows what comes back.
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const [file, status, list, link] = ["file", "status", "bags", "model"].map((id) => document.getElementById(id));

file.addEventListener("change", () => worker.postMessage(file.files[0]));

worker.addEventListener("message", ({ data: { progress, error, ranked, bytes } }) => {
  if (progress) status.textContent = `${progress.step}: ${progress.done} of ${progress.total}`;
  if (error) status.textContent = error;
  if (ranked) {
    status.textContent = "The most likely positives:";
    list.replaceChildren(
      ...ranked.map(({ bag, probability }) => {
        const item = document.createElement("li");
        item.textContent = `${bag} (${probability.toFixed(3)})`;
        return item;
      }),
    );
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.hidden = false;
  }
});
