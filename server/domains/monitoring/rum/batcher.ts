import { AppError } from "@/server/core/errors";
import { toAppError } from "@/server/core/problem";

interface Waiting<Row> {
  row: Row;
  kept: () => void;
  lost: (error: unknown) => void;
}

interface Options {
  mostRows: number;
  mostWaiting: number;
  lingerMs: number;
}

/**
 * Collects rows and writes them in batches. `add` resolves after its row is committed. If a batch fails, each half is
 * tried separately, so that a row that can't be written doesn't affect the others. There is no retry if the database is
 * unavailable. `add` rejects with `unavailable` if `mostWaiting` rows are already waiting.
 */
export const createBatcher = <Row>(
  write: (rows: Row[]) => Promise<unknown>,
  { mostRows, mostWaiting, lingerMs }: Options,
): { add(row: Row): Promise<void> } => {
  const waiting: Waiting<Row>[] = [];
  let writing = 0;
  let running = false;

  const writeBatch = async (batch: Waiting<Row>[]): Promise<void> => {
    try {
      await write(batch.map(({ row }) => row));
      for (const { kept } of batch) kept();
    } catch (error) {
      if (batch.length === 1 || toAppError(error).code === "unavailable") {
        for (const { lost } of batch) lost(error);
        return;
      }
      const middle = batch.length >> 1;
      await writeBatch(batch.slice(0, middle));
      await writeBatch(batch.slice(middle));
    }
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      if (waiting.length < mostRows) await new Promise((resolve) => setTimeout(resolve, lingerMs));
      const batch = waiting.splice(0, mostRows);
      writing = batch.length;
      await writeBatch(batch);
      writing = 0;
    }
    running = false;
  };

  return {
    add: (row) => {
      if (waiting.length + writing >= mostWaiting)
        return Promise.reject(
          new AppError("unavailable", "Too many beacons are waiting to be stored. Try again soon."),
        );
      return new Promise((kept, lost) => {
        waiting.push({ row, kept, lost });
        if (running) return;
        running = true;
        void run();
      });
    },
  };
};
