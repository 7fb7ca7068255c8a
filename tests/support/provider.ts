import type { Mail } from "@/server/adapters/mail/port";

const globals = globalThis as typeof globalThis & { curbcutMail?: Mail | undefined };

/** Sends this process's mail by `mail` while `work` runs. */
export const sendingBy = async <T>(mail: Mail, work: () => Promise<T>): Promise<T> => {
  const before = globals.curbcutMail;
  globals.curbcutMail = mail;
  try {
    return await work();
  } finally {
    globals.curbcutMail = before;
    await mail.close();
  }
};
