import { AsyncLocalStorage } from "node:async_hooks";

/**
 * PGlite has only one session. Code inside a transaction would wait indefinitely for a query outside it. This class
 * tracks open transactions across asynchronous calls and turns the deadlock into an error.
 */
export class SingleSession {
  private readonly storage = new AsyncLocalStorage<{ open: boolean }>();

  /** Runs the work of a transaction; queries outside the transaction throw until it settles. */
  async inside<T>(work: () => Promise<T>): Promise<T> {
    const transaction = { open: true };
    try {
      return await this.storage.run(transaction, work);
    } finally {
      transaction.open = false;
    }
  }

  assertOutside(): void {
    if (this.storage.getStore()?.open)
      throw new Error(
        "The database was used inside one of its own transactions. Use the transaction's client instead.",
      );
  }
}
