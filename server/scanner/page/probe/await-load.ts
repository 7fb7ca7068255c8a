/** Runs in the page: waits for its `load` event, at most `maxMs`. False when it did not come. */
export const awaitLoad = ({ maxMs }: { maxMs: number }): Promise<boolean> =>
  new Promise((resolve) => {
    if (document.readyState === "complete") {
      resolve(true);
      return;
    }
    window.addEventListener("load", () => setTimeout(resolve, 0, true), { once: true });
    setTimeout(resolve, maxMs, false);
  });
