import { getDatabase } from "@/server/adapters/database";
import { getStore } from "@/server/adapters/store";
import type { Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { invalidInput } from "@/server/core/problem";
import { ReportBranding } from "@/server/features/reports/report-data";
import type { ChangeBranding } from "./contract";
import { readLogo } from "./read-branding";

export interface StoredLogo {
  key: string;
}

/** The logo an organisation is about to have, or has: `content` is its data: URI. */
export interface BroughtLogo {
  stored: StoredLogo | null;
  key: string | null;
  content: string | null;
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
 * that nothing stays of one whose transaction failed.
 */
const storeLogo = async (logo: string): Promise<StoredLogo> => {
  const [head = "", content = ""] = logo.split(",");
  const contentType = head.includes("png") ? "image/png" : "image/jpeg";
  const key = `brands/${newId()}`;
  await (await getDatabase()).prisma.doomedObject.create({ data: { key } });
  await getStore().put(key, Buffer.from(content, "base64"), { contentType });
  return { key };
};

/** Everything that a change of the branding needs of the store. */
export const bringLogo = async ({ id, logo }: ChangeBranding): Promise<BroughtLogo> => {
  if (logo === null) return { stored: null, key: null, content: null };
  if (logo !== undefined) {
    const content = checkLogo(logo);
    const stored = await storeLogo(content);
    return { stored, key: stored.key, content };
  }
  const { prisma } = await getDatabase();
  const row = await prisma.organisation.findUnique({ where: { id }, select: { brand_logo_key: true } });
  const key = row?.brand_logo_key ?? null;
  return { stored: null, key, content: key && (await readLogo(key)) };
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
