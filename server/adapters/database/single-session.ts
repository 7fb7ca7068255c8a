import { AsyncLocalStorage } from "node:async_hooks";

/**
 * PGlite has one session, so work inside a transaction that waits for a query outside of it waits for ever. This
 * remembers, along the asynchronous calls, that a transaction is open, and turns the deadlock into an error.
 */
export class SingleSession {
  private readonly storage = new AsyncLocalStorage<{ open: boolean }>();

  /** Runs the work of a transaction; queries of the whole database throw until it settles. */
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
      throw new Error("The database was used inside of one of its own transactions; use the client handed to it.");
  }
}
