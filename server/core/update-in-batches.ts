/** Rows per statement; more would block the embedded database's event loop for too long. */
export const batchSize = 2_000;

/**
 * Repeats `update`, which updates at most `batchSize` rows and resolves to the number updated, until that number is
 * less than `batchSize`. Returns the total number of rows updated.
 */
export const updateInBatches = async (update: () => Promise<number>): Promise<number> => {
  let all = 0;
  for (;;) {
    const count = await update();
    all += count;
    if (count < batchSize) return all;
  }
};
