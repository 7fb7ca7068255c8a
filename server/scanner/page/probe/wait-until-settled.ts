/**
 * Runs in the page: waits until the page's fonts have loaded and its DOM hasn't changed for `quietMs`, but for at most
 * `maxMs`. Then moves finite animations to their end and infinite ones to their start, so that every scan sees the same
 * state.
 */
export const waitUntilSettled = async ({ quietMs, maxMs }: { quietMs: number; maxMs: number }): Promise<void> => {
  const deadline = performance.now() + maxMs;
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const nextFrame = () => Promise.race([new Promise((resolve) => requestAnimationFrame(resolve)), wait(100)]);

  const finishAnimations = () => {
    for (const animation of pageTree.listAnimations()) {
      try {
        const end = animation.effect?.getComputedTiming().endTime;
        if (end === Number.POSITIVE_INFINITY) {
          animation.pause();
          animation.currentTime = 0;
        } else animation.finish();
      } catch {
        // An animation without an effect, or with a playback rate of 0, can't be finished, but doesn't change anything
        // either.
      }
    }
  };

  await Promise.race([document.fonts.ready, wait(Math.min(maxMs, 1_500))]);
  let lastChange = performance.now();
  const observer = new MutationObserver(() => {
    lastChange = performance.now();
  });
  pageTree.observe(observer, { subtree: true, childList: true, characterData: true });
  for (let now = performance.now(); now - lastChange < quietMs && now < deadline; now = performance.now()) {
    await wait(Math.min(quietMs - (now - lastChange), deadline - now) + 1);
  }
  observer.disconnect();
  await nextFrame();
  finishAnimations();
  await nextFrame();
};

/**
 * Runs in the page: waits up to `maxMs` for the page's `load` event. Resolves to false if the event doesn't occur by
 * then.
 */
export const awaitLoad = ({ maxMs }: { maxMs: number }): Promise<boolean> =>
  new Promise((resolve) => {
    if (document.readyState === "complete") {
      resolve(true);
      return;
    }
    window.addEventListener("load", () => setTimeout(resolve, 0, true), { once: true });
    setTimeout(resolve, maxMs, false);
  });
