/** Calls `work`, which never rejects, at once and again so long after each end. Answers how to stop. */
export const repeat = (work: () => Promise<void>, pauseMs: number): (() => void) => {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const next = async (): Promise<void> => {
    await work();
    if (!stopped) timer = setTimeout(next, pauseMs);
  };
  void next();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
};
