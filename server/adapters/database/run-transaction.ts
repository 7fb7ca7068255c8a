import type { Sql } from "./port";

/**
 * Runs `work` on `sql`, a session with an open transaction. PostgreSQL silently turns the COMMIT of a failed
 * transaction into a rollback. Therefore, if any statement failed, this function runs another statement, which throws
 * (25P02) unless the transaction has recovered through a savepoint.
 */
export const runTransaction = async <T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> => {
  let failed = false;
  const watched: Sql = {
    query: async (text, params) => {
      try {
        return await sql.query(text, params);
      } catch (error) {
        failed = true;
        throw error;
      }
    },
  };
  const result = await work(watched);
  if (failed) await sql.query("SELECT 1");
  return result;
};
