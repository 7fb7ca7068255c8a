import type { EnterPlace } from "../browser/semaphore";
import type { Place, WorkerMessage } from "../service/worker-messages";

export interface RemotePlaces {
  enter(place: Place): EnterPlace;
  /** Called when the supervisor has granted a place. */
  entered(id: number): void;
}

/** Creates places that the supervisor allocates to its workers. */
export const createRemotePlaces = (send: (message: WorkerMessage) => void): RemotePlaces => {
  const waiting = new Map<number, () => void>();
  let last = 0;
  const enter = (place: Place, signal: AbortSignal): Promise<() => void> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      last += 1;
      const id = last;
      const leave = () => send({ type: "leave", id, place });
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
      send({ type: "enter", id, place });
    });
  return {
    enter: (place) => (signal) => enter(place, signal),
    entered: (id) => waiting.get(id)?.(),
  };
};
