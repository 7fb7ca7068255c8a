/** Rows per statement; more would block the embedded database's event loop for too long. */
export const batchSize = 2_000;

/**
 * Calls `update` until it updates fewer than `batchSize` rows. `update` must update at most `batchSize` rows and
 * resolve to the number of rows it updated. Resolves to the total number of rows updated.
 */
export const updateInBatches = async (update: () => Promise<number>): Promise<number> => {
  let all = 0;
  for (;;) {
    const count = await update();
    all += count;
    if (count < batchSize) return all;
  }
};
