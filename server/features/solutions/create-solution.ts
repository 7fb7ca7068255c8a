import { findModel, type Model } from "@/server/adapters/model";
import { getStore, signFileUrl } from "@/server/adapters/store";
import type { Ctx, Db } from "@/server/core/context";
import { cutText, redactMarkup } from "@/server/scanner/page/redact";
import { checkFix, UNREACHED } from "./check-fix";
import { type CreateSolution, Fix, type Solution } from "./contract";
import { familyOf } from "./family-of";
import { fixByModel, fixByRules, type MadeFix, type Subject } from "./make-fix";
import { mayShareCode } from "./may-share-code";
import { hashSolution, makerOf, objectKeyOf } from "./solution-key";

/** Both the fix and the link to it (S1 §8). */
const KEPT_MS = 180 * 86_400_000;
/** Longer code is cut before anybody is asked. */
const MAX_CODE = 8_000;

interface Kept extends MadeFix {
  expires_at: Date;
}

// Next evaluates modules more than once in a process.
const globals = globalThis as typeof globalThis & { curbcutFixes?: Map<string, Promise<Kept>> };
globals.curbcutFixes ??= new Map();
const making = globals.curbcutFixes;

const readStored = async (hash: string): Promise<Fix | null> => {
  const file = await getStore().get(objectKeyOf(hash));
  return file ? Fix.parse(JSON.parse(file.toString("utf8"))) : null;
};

/** A fix that is still good. One that the scanner was not there to check is checked now. */
const findKept = async (db: Db, hash: string): Promise<Kept | null> => {
  const row = await db.solution.findFirst({ where: { hash, expires_at: { gt: new Date() } } });
  const fix = row && (await readStored(hash));
  if (!row || !fix) return null;
  const { expires_at, rule_id } = row;
  if (row.finding !== UNREACHED) return { fix, verified: row.verified, finding: row.finding, expires_at };
  const { verified, finding } = await checkFix(rule_id, fix.current_code, fix.correct_code);
  await db.solution.update({ where: { hash }, data: { verified, finding } });
  return { fix, verified, finding, expires_at };
};

/** The file first: a row is a promise that it is there. */
const keep = async (
  db: Db,
  hash: string,
  { family, rule_id }: Subject,
  model: string,
  made: MadeFix,
): Promise<Kept> => {
  const { fix, verified, finding } = made;
  const object_key = objectKeyOf(hash);
  await getStore().put(object_key, Buffer.from(JSON.stringify(fix, null, 2)), {
    contentType: "application/json",
    fileName: `fix-${rule_id}.json`,
  });
  const data = { family, rule_id, model, verified, finding, object_key, expires_at: new Date(Date.now() + KEPT_MS) };
  await db.solution.upsert({ where: { hash }, create: { hash, ...data }, update: { ...data, created_at: new Date() } });
  return { ...made, expires_at: data.expires_at };
};

const make = async (db: Db, hash: string, subject: Subject, model: Model | null): Promise<Kept> =>
  keep(db, hash, subject, makerOf(model), await (model ? fixByModel(model, subject) : fixByRules(subject)));

/** A stored fix, or one that is being made for somebody else, or a new one. */
const findOrMake = async (
  db: Db,
  subject: Subject,
  model: Model | null,
): Promise<{ kept: Kept; cached: boolean; hash: string }> => {
  const hash = hashSolution(subject, model);
  const running = making.get(hash);
  if (running) return { kept: await running, cached: true, hash };
  let cached = true;
  const work = async (): Promise<Kept> => {
    const kept = await findKept(db, hash);
    cached = kept !== null;
    return kept ?? make(db, hash, subject, model);
  };
  const started = work().finally(() => making.delete(hash));
  making.set(hash, started);
  const kept = await started;
  return { kept, cached, hash };
};

/**
 * A fix for one element: by the model when one is configured and the website allows it, otherwise by rules. Values and
 * secrets are taken out of the code first. Throws `upstream_failed` when the model fails.
 */
export const createSolution = async (ctx: Ctx, { rule_id, html, page_url }: CreateSolution): Promise<Solution> => {
  const subject = { family: familyOf(rule_id), rule_id, html: cutText(redactMarkup(html), MAX_CODE) };
  const found = findModel();
  const model = found && (await mayShareCode(ctx, page_url)) ? found : null;
  const { kept, cached, hash } = await findOrMake(ctx.db, subject, model);
  const { fix, verified, finding, expires_at } = kept;
  const expiresInSeconds = (expires_at.getTime() - Date.now()) / 1_000;
  const { url } = signFileUrl(objectKeyOf(hash), { expiresInSeconds });
  return { url, expires_at, cached, verified, finding, fix };
};
