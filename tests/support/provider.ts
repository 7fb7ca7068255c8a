import type { Mail } from "@/server/adapters/mail/port";
import { processWide } from "@/server/core/process-wide";

const chosen = processWide<Mail>("mail");

/** Sends the emails of this process through `mail` while `work` runs. */
export const sendingBy = async <T>(mail: Mail, work: () => Promise<T>): Promise<T> => {
  const before = chosen.value;
  chosen.value = mail;
  try {
    return await work();
  } finally {
    chosen.value = before;
    await mail.close();
  }
};
