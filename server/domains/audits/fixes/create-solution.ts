import { findModel, type Model } from "@/server/adapters/model";
import { getStore, signFileUrl } from "@/server/adapters/store";
import type { Ctx, Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { oncePerProcess } from "@/server/core/process-wide";
import { countWork } from "@/server/endpoint/guard";
import { cutText, redactMarkup } from "@/server/scanner/page/redact";
import { checkFix, UNREACHED } from "./check-fix";
import { type CreateSolution, Fix, fixesKeptDays, type Solution, StoredDetails } from "./contract";
import { type CreatedFix, fixByModel, fixByRules, type Subject } from "./create-fix";
import { familyOf } from "./families";
import { findPicture } from "./find-picture";
import { type FindingPlace, PAGE_UNREACHED } from "./fix-in-page";
import { hashCode } from "./hash-code";
import { findOwnWebsites, mayShareCode } from "./may-share-code";
import { hashSolution, makerOf, objectKeyOf } from "./solution-key";

/** Maximum length of the code to fix. Longer code is truncated after redaction. */
const MAX_CODE = 8_000;

export interface Kept extends CreatedFix {
  expires_at: Date;
}

const making = oncePerProcess("fixes", () => new Map<string, Promise<Kept>>());

const readStored = async (hash: string): Promise<Fix | null> => {
  const file = await getStore().get(objectKeyOf(hash));
  return file ? Fix.parse(JSON.parse(file.toString("utf8"))) : null;
};

/** Fixes created by versions that didn't try fixes on pages have no details. */
const readDetails = (stored: unknown, verified: boolean): StoredDetails =>
  StoredDetails.catch({
    verified_in: verified ? "snippet" : null,
    page_finding: null,
    placeholders: [],
    cleared_findings: null,
    moved_px: null,
    component: null,
    change: null,
    place: null,
  }).parse(stored);

/**
 * Returns the stored fix, or null if there is none or it has expired. Also returns null if the fix must be created
 * again, either because the scanner was unreachable when the fix should have been tried on its page, or because an
 * earlier version of Curbcut verified it on the page without storing the change. If the scanner was unreachable when
 * the fix should have been checked against the code only, checks it now.
 */
const findKept = async (db: Db, hash: string): Promise<Kept | null> => {
  const row = await db.solution.findFirst({ where: { hash, expires_at: { gt: new Date() } } });
  const fix = row && (await readStored(hash));
  if (!row || !fix) return null;
  const { expires_at, rule_id } = row;
  const details = readDetails(row.details, row.verified);
  if (details.verified_in === "page" && details.change === null) return null;
  if (details.page_finding === PAGE_UNREACHED) return null;
  if (row.finding !== UNREACHED) return { fix, verified: row.verified, finding: row.finding, details, expires_at };
  const { verified, finding } = await checkFix(rule_id, fix.current_code, fix.correct_code);
  const checked: StoredDetails = { ...details, verified_in: verified ? "snippet" : null };
  await db.solution.update({ where: { hash }, data: { verified, finding, details: checked } });
  return { fix, verified, finding, details: checked, expires_at };
};

const placeOf = ({ page_url, selector, html_hash }: FindingPlace): StoredDetails["place"] => ({
  page_url,
  selector,
  html_hash,
});

/** Writes the file before the row, so that every row has its file. */
const keep = async (
  db: Db,
  hash: string,
  { family, rule_id, place = null }: Subject,
  model: string,
  made: CreatedFix,
): Promise<Kept> => {
  const { fix, verified, finding } = made;
  const details: StoredDetails = { ...made.details, place: place && placeOf(place) };
  const object_key = objectKeyOf(hash);
  await getStore().put(object_key, Buffer.from(JSON.stringify(fix, null, 2)), {
    contentType: "application/json",
    fileName: `fix-${rule_id}.json`,
  });
  const data = {
    family,
    rule_id,
    model,
    verified,
    finding,
    details,
    website_id: place?.website_id ?? null,
    object_key,
    expires_at: new Date(Date.now() + fixesKeptDays * 86_400_000),
  };
  await db.solution.upsert({ where: { hash }, create: { hash, ...data }, update: { ...data, created_at: new Date() } });
  return { ...made, details, expires_at: data.expires_at };
};

const make = async ({ db, reply, org_id }: Ctx, hash: string, subject: Subject, model: Model | null): Promise<Kept> => {
  await countWork(reply, "fixes", org_id);
  return keep(db, hash, subject, makerOf(model), await (model ? fixByModel(model, subject) : fixByRules(subject)));
};

/** Returns a stored fix, waits for one that is already being created, or creates one. */
const findOrMake = async (
  ctx: Ctx,
  subject: Subject,
  model: Model | null,
): Promise<{ kept: Kept; cached: boolean; hash: string }> => {
  const hash = hashSolution(subject, model, ctx.org_id);
  const running = making.get(hash);
  if (running) {
    try {
      return { kept: await running, cached: true, hash };
    } catch (error) {
      // The fix may have been requested first by another organisation that had reached its rate limit. Try again,
      // because that limit doesn't apply to this organisation.
      if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
      return findOrMake(ctx, subject, model);
    }
  }
  let cached = true;
  const work = async (): Promise<Kept> => {
    const kept = await findKept(ctx.db, hash);
    cached = kept !== null;
    return kept ?? make(ctx, hash, subject, model);
  };
  const started = work().finally(() => making.delete(hash));
  making.set(hash, started);
  const kept = await started;
  return { kept, cached, hash };
};

/**
 * Returns a fix for one element, created by the model if one is configured and the website allows it, otherwise by
 * rules. Tries the fix on the page if the page belongs to one of the organisation's websites. Values and secrets are
 * redacted from the code first. Only newly created fixes count towards the limit on fixes. Throws `upstream_failed` if
 * the model fails.
 */
export const findOrCreateFix = async (
  ctx: Ctx,
  input: CreateSolution,
): Promise<{ kept: Kept; cached: boolean; hash: string }> => {
  const { rule_id, html, page_url, selector } = input;
  const [website_id] = page_url && selector ? await findOwnWebsites(ctx, page_url) : [];
  const place =
    website_id && page_url && selector ? { website_id, page_url, selector, html_hash: hashCode(html) } : null;
  const code = cutText(redactMarkup(html), MAX_CODE);
  const found = findModel();
  const model = found && (await mayShareCode(ctx, page_url)) ? found : null;
  const picture = model && place ? await findPicture(ctx, input) : null;
  const subject: Subject = { family: familyOf(rule_id), rule_id, html: code, place, picture };
  return findOrMake(ctx, subject, model);
};

export const toSolution = ({ kept, cached, hash }: { kept: Kept; cached: boolean; hash: string }): Solution => {
  const { fix, verified, finding, expires_at } = kept;
  const { change: _, place: __, ...details } = kept.details;
  const expiresInSeconds = (expires_at.getTime() - Date.now()) / 1_000;
  const { url } = signFileUrl(objectKeyOf(hash), { expiresInSeconds });
  return { url, expires_at, cached, verified, finding, fix, ...details };
};

export const createSolution = async (ctx: Ctx, input: CreateSolution): Promise<Solution> =>
  toSolution(await findOrCreateFix(ctx, input));
