import { randomUUID } from "node:crypto";
import { link, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "@/server/core/error-code";
import { AppError } from "@/server/core/errors";

const write = async (path: string, content: Buffer): Promise<void> => {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
};

/**
 * Writes `<folder>/<name>` unless it exists. The file is complete on disk before `link` gives it its name, and `link`
 * succeeds in only one of several processes. Throws AppError `upstream_failed`.
 */
export const createOnce = async (folder: string, name: string, content: Buffer): Promise<void> => {
  const draft = join(folder, `${randomUUID()}.draft`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await write(draft, content);
    await link(draft, join(folder, name));
  } catch (error) {
    if (errorCode(error) === "EEXIST") return;
    const details = { retryable: true, status: null };
    throw new AppError("upstream_failed", "The email couldn't be stored in the outbox folder.", details, {
      cause: error,
    });
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
};
