import { randomUUID } from "node:crypto";

/** Work that a page's scripts still have to do soon after the page has loaded. */
export interface LateWork {
  /**
   * Returns the number of milliseconds to wait before calling this function again; 0 when there is nothing left to wait
   * for. Until two seconds after the `load` event, there is something to wait for while timers are due before then, the
   * page keeps requesting animation frames, or the page receives data (`isFed`).
   */
  lateWorkLeft(options: { isFed: boolean }): number;
  /** Remembers the current time: from now on, `timersLeft` counts only timers that are set later. */
  noteTime(): void;
  /**
   * Returns the number of milliseconds until the timers that were set since `noteTime` have run; 0 if there are none.
   * Leaves out timers that have more than a second left. Counts timers that are only slightly overdue, because the
   * page may not have had time for them yet.
   */
  timersLeft(): number;
}

type Announced = [kind: "once" | "again" | "cleared" | "frame", timer: number, delayMs: number];

/** The name of our events, which pages don't know. */
export const lateWorkEvent = randomUUID();

/**
 * Runs in the page's own world, before the page's scripts, because timers can be observed only there. Announces them to
 * our world in events on the document. A page that forges such events can only make us wait.
 */
const announceTimers = (eventName: string): void => {
  const frameEveryMs = 100;
  if (window !== window.top) return;
  // Read now, because the page's scripts may replace these functions later.
  const Announcement = CustomEvent;
  const toNumber = Number;
  const { setPrototypeOf } = Object;
  const { apply } = Reflect;
  const dispatch = document.dispatchEvent.bind(document);
  const now = performance.now.bind(performance);
  /** Removes an object's prototype, because the page could use it to add options or traps. */
  const bare = <Value extends object>(value: Value): Value => setPrototypeOf(value, null);
  let announcementsLeft = 5_000;
  let framedAt = Number.NEGATIVE_INFINITY;
  const announce = (...detail: Announced): void => {
    announcementsLeft -= 1;
    if (announcementsLeft >= 0) dispatch(new Announcement(eventName, bare({ detail })));
  };
  const readNumber = (value: unknown): number =>
    typeof value === "number" || typeof value === "string" ? toNumber(value) : 0;
  const observe = (name: string, tell: (result: unknown, inputs: readonly unknown[]) => void): void => {
    const handler = bare<ProxyHandler<() => unknown>>({
      apply: (target, self, inputs: unknown[]) => {
        const result = apply(target, self, inputs);
        tell(result, inputs);
        return result;
      },
    });
    const value = new Proxy(Reflect.get(window, name), handler);
    Object.defineProperty(window, name, { value, writable: true, enumerable: true, configurable: true });
  };
  const observeTimer = (name: string, kind: "once" | "again"): void =>
    observe(name, (timer, inputs) => {
      const delayMs = readNumber(inputs[1]);
      if (delayMs > 0) announce(kind, readNumber(timer), delayMs);
    });
  const observeClearing = (name: string): void =>
    observe(name, (_, inputs) => {
      const timer = readNumber(inputs[0]);
      if (timer > 0) announce("cleared", timer, 0);
    });
  observeTimer("setTimeout", "once");
  observeTimer("setInterval", "again");
  observeClearing("clearTimeout");
  observeClearing("clearInterval");
  observe("requestAnimationFrame", () => {
    if (now() - framedAt < frameEveryMs) return;
    framedAt = now();
    announce("frame", 0, 0);
  });
};

/** Runs in the page. Listens for the events that `announceTimers` sends. */
export const createLateWork = (eventName: string): LateWork => {
  const lateMs = 2_000;
  /** A page that requested an animation frame this recently is probably still animating something. */
  const recentMs = 300;
  const pollMs = 250;
  const mostMs = 1_000;
  const overdueMs = 100;
  const setAt = new Map<number, number>();
  const dueAt = new Map<number, number>();
  const repeating = new Map<number, { setAt: number; everyMs: number }>();
  let framedAt = Number.NEGATIVE_INFINITY;
  let notedAt = 0;
  const receive = ([kind, timer, delayMs]: Announced): void => {
    if (kind === "once") {
      setAt.set(timer, performance.now());
      dueAt.set(timer, performance.now() + delayMs);
    } else if (kind === "again") repeating.set(timer, { setAt: performance.now(), everyMs: delayMs });
    else if (kind === "frame") framedAt = performance.now();
    else for (const timers of [dueAt, repeating]) timers.delete(timer);
  };
  document.addEventListener(eventName, (event) => {
    if (event instanceof CustomEvent) receive(event.detail);
  });
  const endOf = (): number => {
    const [navigation] = performance.getEntriesByType("navigation");
    const loadedAt = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventStart : 0;
    return loadedAt > 0 ? loadedAt + lateMs : 0;
  };
  return {
    lateWorkLeft: ({ isFed }) => {
      const now = performance.now();
      const end = endOf();
      if (now >= end) return 0;
      const ticks = [...repeating.values()].map(
        ({ setAt, everyMs }) => setAt + Math.ceil((now - setAt) / everyMs) * everyMs,
      );
      const coming = [...dueAt.values(), ...ticks].filter((time) => time > now && time <= end);
      if (coming.length > 0) return Math.ceil(Math.max(...coming) - now);
      const isDrawing = now - framedAt < recentMs;
      return isFed || isDrawing ? Math.ceil(Math.min(pollMs, end - now)) : 0;
    },
    noteTime: () => {
      notedAt = performance.now();
    },
    timersLeft: () => {
      const now = performance.now();
      const recent = [...dueAt].filter(([timer]) => (setAt.get(timer) ?? 0) >= notedAt);
      const left = recent.map(([, time]) => time - now).filter((ms) => ms > -overdueMs && ms <= mostMs);
      return left.length === 0 ? 0 : Math.ceil(Math.max(1, ...left));
    },
  };
};

/** The script for the page's own world. */
export const lateWorkScript = `(() => {
const __name = (value) => value;
(${announceTimers})(${JSON.stringify(lateWorkEvent)});
})();`;
