import { getDatabase } from "@/server/adapters/database";
import { getStore } from "@/server/adapters/store";
import type { Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { invalidInput } from "@/server/core/problem";
import { ReportBranding } from "@/server/features/reports/report-data";
import type { ChangeBranding } from "./contract";

export interface StoredLogo {
  key: string;
}

/** A picture that a report can show, as a data: URI in its usual form. */
const checkLogo = (logo: string): string => {
  const checked = ReportBranding.shape.logo.safeParse(logo);
  if (checked.success && checked.data) return checked.data;
  const fault = checked.success ? "must not be empty" : (checked.error.issues[0]?.message ?? "can't be read");
  throw invalidInput([{ path: "logo", message: `The logo ${fault}.` }]);
};

/**
 * Puts a new logo into the store before the transaction that makes it the organisation's. Until then it is doomed, so
 * that nothing stays of one whose transaction failed. Null when no logo is given.
 */
export const storeLogo = async ({ logo }: ChangeBranding): Promise<StoredLogo | null> => {
  if (typeof logo !== "string") return null;
  const [head = "", content = ""] = checkLogo(logo).split(",");
  const contentType = head.includes("png") ? "image/png" : "image/jpeg";
  const key = `brands/${newId()}`;
  await (await getDatabase()).prisma.doomedObject.create({ data: { key } });
  await getStore().put(key, Buffer.from(content, "base64"), { contentType });
  return { key };
};

/** Makes a stored logo last; it would be swept away an hour after it was stored. */
export const keepLogo = async (db: Db, { key }: StoredLogo): Promise<void> => {
  const { count } = await db.doomedObject.deleteMany({ where: { key } });
  if (count === 0) throw new AppError("unavailable", "The logo was not stored in time. Please try again.");
};

/** Reports that are being made may still show it, so it goes an hour later. */
export const dropLogo = async (db: Db, key: string | null): Promise<void> => {
  if (key) await db.doomedObject.createMany({ data: [{ key }], skipDuplicates: true });
};
