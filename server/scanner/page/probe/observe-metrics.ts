/** Metrics observed in the page, in milliseconds except `cls`; null for a metric that wasn't observed. */
export interface PageMetrics {
  lcp_ms: number | null;
  fcp_ms: number | null;
  ttfb_ms: number | null;
  load_ms: number | null;
  tbt_ms: number;
  cls: number;
}

/**
 * Runs in the page before its scripts. The browser reports LCP and FCP. CLS is the largest session window (gaps under 1
 * s, at most 5 s in total; see web.dev/cls). TBT adds up the time beyond 50 ms in each long task that ends after FCP.
 */
export const observeMetrics = (): (() => PageMetrics) => {
  const tasks: { start: number; duration: number }[] = [];
  let lcp: number | null = null;
  let fcp: number | null = null;
  let worst = 0;
  let session = { value: 0, first: 0, last: Number.NEGATIVE_INFINITY };
  const drains: (() => void)[] = [];

  const shift = (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => {
    if (entry.hadRecentInput) return;
    const at = entry.startTime;
    const continues = at - session.last < 1_000 && at - session.first < 5_000;
    if (!continues) session = { value: 0, first: at, last: at };
    session.value += entry.value ?? 0;
    session.last = at;
    worst = Math.max(worst, session.value);
  };
  const observe = (type: string, handle: (entry: PerformanceEntry) => void) => {
    try {
      const observer = new PerformanceObserver((list) => list.getEntries().forEach(handle));
      observer.observe({ type, buffered: true });
      drains.push(() => observer.takeRecords().forEach(handle));
    } catch {
      // If the browser doesn't support the entry type, the metric stays null.
    }
  };
  observe("largest-contentful-paint", (entry) => {
    lcp = entry.startTime;
  });
  observe("paint", (entry) => {
    if (entry.name === "first-contentful-paint") fcp = entry.startTime;
  });
  observe("layout-shift", shift);
  observe("longtask", (entry) => tasks.push({ start: entry.startTime, duration: entry.duration }));

  return () => {
    for (const drain of drains) drain();
    const navigation = performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming | undefined;
    const blocking = tasks.filter((task) => fcp !== null && task.start + task.duration > fcp);
    return {
      lcp_ms: lcp,
      fcp_ms: fcp,
      ttfb_ms: navigation ? Math.max(0, navigation.responseStart) : null,
      load_ms: navigation && navigation.loadEventEnd > 0 ? navigation.loadEventEnd : null,
      tbt_ms: blocking.reduce((sum, task) => sum + Math.max(0, task.duration - 50), 0),
      cls: worst,
    };
  };
};
