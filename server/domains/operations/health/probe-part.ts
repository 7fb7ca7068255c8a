import { log } from "@/server/core/log";
import { SilenceWatch } from "@/server/core/silence-watch";

/**
 * Time after which a part that hasn't responded is considered not ready. Time during which this process couldn't run
 * doesn't count.
 */
const patienceMs = 3_000;
/** How long parts can take to start before they are logged as not ready. */
const startSeconds = 60;

/** Whether each part was ready at the previous probe, and whether the log says so. */
const known = new Map<string, { isReady: boolean; isLogged: boolean }>();

class NoResponse extends Error {
  override readonly name = "NoResponse";
}

/**
 * Logs only changes, because load balancers probe every few seconds. Doesn't report a part that is still starting, or a
 * single response that was late, as happens on a busy machine.
 */
const note = (name: string, isReady: boolean, error?: unknown): void => {
  const before = known.get(name);
  if (!isReady && !before && process.uptime() < startSeconds) return;
  const mayBeSlow = error instanceof NoResponse && (before?.isReady ?? true);
  const isLogged = !isReady && !mayBeSlow;
  known.set(name, { isReady, isLogged });
  if (isLogged && !before?.isLogged) log.warn({ err: error }, `${name} is not ready`);
  if (isReady && before?.isLogged) log.info(`${name} is ready again`);
};

/** Returns whether a part is ready. A part that fails or doesn't respond isn't ready. Never throws. */
export const probePart = async (
  name: string,
  kind: string,
  probe: () => Promise<unknown>,
): Promise<{ ok: boolean; kind: string }> => {
  let watch: SilenceWatch | undefined;
  const silence = new Promise<never>((_, reject) => {
    watch = new SilenceWatch({ afterMs: patienceMs, onSilent: () => reject(new NoResponse("no response")) });
  });
  try {
    await Promise.race([probe(), silence]);
    note(name, true);
    return { ok: true, kind };
  } catch (error) {
    note(name, false, error);
    return { ok: false, kind };
  } finally {
    watch?.stop();
  }
};
