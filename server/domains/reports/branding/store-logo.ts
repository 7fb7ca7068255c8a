import { getUnscopedDb } from "@/server/adapters/database";
import { getStore } from "@/server/adapters/store";
import type { Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { invalidInput } from "@/server/core/problem";
import { ReportBranding } from "../report-data";
import type { UpdateBranding } from "./contract";
import { readLogo } from "./get-branding";

export interface StoredLogo {
  key: string;
}

/** An organisation's current or new logo. `content` is its data: URI. */
export interface PreparedLogo {
  stored: StoredLogo | null;
  key: string | null;
  content: string | null;
}

/** Returns a logo as a normalised data: URI, or throws if it isn't a printable image. */
const checkLogo = (logo: string): string => {
  const checked = ReportBranding.shape.logo.safeParse(logo);
  if (checked.success && checked.data) return checked.data;
  const fault = checked.success ? "must not be empty" : (checked.error.issues[0]?.message ?? "can't be read");
  throw invalidInput([{ path: "logo", message: `The logo ${fault}.` }]);
};

/**
 * Stores a new logo before the transaction that assigns it to the organisation. Until then, the logo is scheduled for
 * deletion, so that a failed transaction leaves nothing behind.
 */
const storeLogo = async (logo: string): Promise<StoredLogo> => {
  const [head = "", content = ""] = logo.split(",");
  const contentType = head.includes("png") ? "image/png" : "image/jpeg";
  const key = `brands/${newId()}`;
  await (await getUnscopedDb()).objectToDelete.create({ data: { key } });
  await getStore().put(key, Buffer.from(content, "base64"), { contentType });
  return { key };
};

/** Stores a new logo or reads the current one. Runs before the transaction that updates the branding. */
export const prepareLogo = async ({ id, logo }: UpdateBranding): Promise<PreparedLogo> => {
  if (logo === null) return { stored: null, key: null, content: null };
  if (logo !== undefined) {
    const content = checkLogo(logo);
    const stored = await storeLogo(content);
    return { stored, key: stored.key, content };
  }
  const db = await getUnscopedDb();
  const row = await db.organisation.findUnique({ where: { id }, select: { brand_logo_key: true } });
  const key = row?.brand_logo_key ?? null;
  return { stored: null, key, content: key && (await readLogo(key)) };
};

/**
 * Cancels the scheduled deletion of a stored logo, which is due an hour after the logo was stored. Throws `unavailable`
 * if the logo has already been deleted.
 */
export const retainLogo = async (db: Db, { key }: StoredLogo): Promise<void> => {
  const { count } = await db.objectToDelete.deleteMany({ where: { key } });
  if (count === 0) throw new AppError("unavailable", "The logo wasn't stored in time. Try again.");
};

/** Schedules a logo to be deleted after an hour, because reports that are being rendered may still show it. */
export const scheduleLogoDeletion = async (db: Db, key: string | null): Promise<void> => {
  if (key) await db.objectToDelete.createMany({ data: [{ key }], skipDuplicates: true });
};
