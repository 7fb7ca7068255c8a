/** A queue of callers, first come, first served. */
export class CallerQueue {
  private waiting: (() => void)[] = [];

  /**
   * Resolves when it is this caller's turn. If the signal is aborted first, leaves the queue and rejects with the
   * signal's reason.
   */
  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.waiting = this.waiting.filter((waiting) => waiting !== turn);
        reject(signal.reason);
      };
      this.waiting.push(turn);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  /** Resumes the caller that has waited longest. Returns false if the queue is empty. */
  callNext(): boolean {
    const turn = this.waiting.shift();
    turn?.();
    return turn !== undefined;
  }
}
