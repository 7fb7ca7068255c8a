import type { AcquirePermit } from "../browser/semaphore";
import type { Permit, WorkerMessage } from "../service/worker-messages";

export interface RemotePermits {
  enter(permit: Permit): AcquirePermit;
  /** Call this function when the supervisor has granted a permit. */
  entered(id: number): void;
}

/** Creates permits that the supervisor allocates to its workers. */
export const createRemotePermits = (send: (message: WorkerMessage) => void): RemotePermits => {
  const waiting = new Map<number, () => void>();
  let last = 0;
  const enter = (permit: Permit, signal: AbortSignal): Promise<() => void> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      last += 1;
      const id = last;
      const leave = () => send({ type: "leave", id, permit });
      const abort = () => {
        waiting.delete(id);
        leave();
        reject(signal.reason);
      };
      waiting.set(id, () => {
        waiting.delete(id);
        signal.removeEventListener("abort", abort);
        resolve(leave);
      });
      signal.addEventListener("abort", abort, { once: true });
      send({ type: "enter", id, permit });
    });
  return {
    enter: (permit) => (signal) => enter(permit, signal),
    entered: (id) => waiting.get(id)?.(),
  };
};
