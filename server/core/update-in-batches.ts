/** Rows per statement; more would block the embedded database's event loop for too long. */
export const batchSize = 2_000;

/**
 * Repeats an update of at most `batchSize` rows until it updates fewer. `update` resolves to the number of rows that it
 * updated. Returns the total.
 */
export const updateInBatches = async (update: () => Promise<number>): Promise<number> => {
  let all = 0;
  for (;;) {
    const count = await update();
    all += count;
    if (count < batchSize) return all;
  }
};
