import type { EmailAdapter } from "@/server/adapters/email/port";
import { processWide } from "@/server/core/process-wide";

const chosen = processWide<EmailAdapter>("email");

/** Sends the emails of this process through `adapter` while `work` runs. */
export const sendingBy = async <T>(adapter: EmailAdapter, work: () => Promise<T>): Promise<T> => {
  const before = chosen.value;
  chosen.value = adapter;
  try {
    return await work();
  } finally {
    chosen.value = before;
    await adapter.close();
  }
};
