import type { AuditPhase, AuditStatus } from "@/generated/prisma/enums";
import { getUnscopedDb } from "@/server/adapters/database";
import type { Db, SystemCtx } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { scannerSecret } from "@/server/core/secrets";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { SIGNATURE_HEADER, verifyScannerSignature } from "@/server/scanner/contract";
import { usedUpBudget } from "./audit-budget";
import type { ApplyCallback, CallbackPage } from "./callback-contract";
import type { CallbackReply } from "./contract";
import { completeAudit, endPartial, failAudit } from "./end-audit";
import { saveDocuments } from "./save-documents";
import { savePages } from "./save-pages";
import { deletePages, type NumberedPage, retainPages, storePages } from "./store-pages";
import { retainScreenshots } from "./store-screenshots";
import { listPictures } from "./store-strips";

interface LockedAudit {
  id: string;
  org_id: string;
  website_id: string;
  status: AuditStatus;
  pages_done: number;
  pages_failed: number;
  pages_total: number;
  all_sent: boolean;
  started_at: Date | null;
  slot_since: Date | null;
  slot_ms: number;
  slices: number;
  cpu_ms: bigint;
  bytes: bigint;
  idle_until: Date | null;
}

const withoutKnown = async <Page extends CallbackPage>(
  db: Db,
  auditId: string,
  pages: readonly Page[],
): Promise<Page[]> => {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  if (byUrl.size === 0) return [];
  const known = await db.scanAudit.findMany({
    where: { audit_id: auditId, url: { in: [...byUrl.keys()] } },
    select: { url: true },
  });
  for (const { url } of known) byUrl.delete(url);
  return [...byUrl.values()];
};

const lockAudit = async (db: Db, id: string): Promise<LockedAudit | null> => {
  const [row] = await db.$queryRaw<LockedAudit[]>`
    SELECT id, org_id, website_id, status, pages_done, pages_failed, pages_total, all_sent, started_at,
      slot_since, slot_ms, slices, cpu_ms, bytes, idle_until
    FROM website_audits WHERE id = ${id}::uuid FOR UPDATE`;
  return row ?? null;
};

/** Marks a callback as applied. Returns false if it had already been applied. */
const markApplied = async (
  db: Db,
  { audit_id, ask: scan_request, sequence, discovered_urls = [] }: ApplyCallback,
): Promise<boolean> => {
  const { count } = await db.auditCallback.createMany({
    data: [{ audit_id, scan_request, sequence, discovered: discovered_urls }],
    skipDuplicates: true,
  });
  return count === 1;
};

/**
 * Returns the phase to store. An audit that has released its slot remains in the waiting phase when a late callback
 * arrives, unless that callback completes the scan.
 */
const phaseOf = ({ event, phase, pages }: ApplyCallback, isWaiting: boolean): { phase?: AuditPhase } => {
  if (event === "audit.completed") return { phase: "saving" };
  if (isWaiting) return {};
  const named = phase ?? (pages.length > 0 ? "scanning" : undefined);
  return named ? { phase: named } : {};
};

/**
 * Returns the page total, which grows as the scanner finds links. A late event must not lower the final total sent in
 * `audit.completed`.
 */
const totalOf = (audit: LockedAudit, { event, phase, pages_total }: ApplyCallback, finished: number): number => {
  // Never lowers the total during discovery, because a resumed scan first rediscovers the pages that are already known.
  const isFinal = (audit.all_sent && event !== "audit.completed") || phase === "discovering";
  if (isFinal) return Math.max(audit.pages_total, pages_total ?? 0, finished);
  return Math.max(pages_total ?? audit.pages_total, finished);
};

/** Returns the columns that assign a slot to an audit started by a version of Curbcut that had no queue. */
const slotOf = ({ started_at }: LockedAudit, now: Date) =>
  started_at ? {} : { started_at: now, slot_since: now, charged_at: now, slices: 1 };

/**
 * Returns the start and end of the pause that the callback reports. A callback that doesn't report a pause ends the
 * current one.
 */
const idleOf = ({ idle_until }: LockedAudit, { pause_seconds = 0 }: ApplyCallback, now: Date) => {
  if (pause_seconds > 0) return { idle_since: now, idle_until: new Date(now.getTime() + pause_seconds * 1_000) };
  return idle_until && idle_until > now ? { idle_until: now } : {};
};

const usageOf = ({ cpu_ms, bytes }: LockedAudit, { usage }: ApplyCallback) => ({
  cpu_ms: BigInt(cpu_ms) + BigInt(usage?.cpu_ms ?? 0),
  bytes: BigInt(bytes) + BigInt(usage?.bytes ?? 0),
});

/** Saves the pages that the audit doesn't have yet and returns them. */
const applyLocked = async (
  ctx: SystemCtx,
  audit: LockedAudit,
  callback: ApplyCallback,
  stored: readonly NumberedPage[],
): Promise<NumberedPage[]> => {
  const fresh = new Set((await withoutKnown(ctx.db, audit.id, stored)).map((page) => page.url));
  const pages = stored.filter((page) => fresh.has(page.url));
  await retainPages(ctx.db, pages);
  await savePages(ctx.db, audit, pages, await retainScreenshots(ctx.db, audit.website_id, listPictures(pages)));
  await saveDocuments(ctx.db, audit.id, pages, callback.documents);
  const failed = pages.filter((page) => page.error).length;
  const pages_done = audit.pages_done + pages.length - failed;
  const pages_failed = audit.pages_failed + failed;
  const all_sent = audit.all_sent || callback.event === "audit.completed";
  const pages_total = totalOf(audit, callback, pages_done + pages_failed);
  const now = new Date();
  const used = usageOf(audit, callback);
  const slot = slotOf(audit, now);
  await ctx.db.websiteAudit.update({
    where: { id: audit.id },
    data: {
      ...(pages.length + callback.documents.length > 0 ? { fruitless_requests: 0 } : {}),
      pages_done,
      pages_failed,
      pages_total,
      all_sent,
      ...(callback.lighthouse ? { lighthouse: callback.lighthouse } : {}),
      last_contact_at: now,
      ...used,
      ...slot,
      ...idleOf(audit, callback, now),
      ...phaseOf(callback, audit.slices > 0 && audit.slot_since === null),
    },
  });
  await endIfOver(ctx, callback, { ...audit, ...used, ...slot, all_sent, pages_done, pages_failed, pages_total });
  return pages;
};

/** Ends the audit if the scanner reports an error, if all pages are saved, or if a budget is used up. */
const endIfOver = async (ctx: SystemCtx, callback: ApplyCallback, audit: LockedAudit): Promise<void> => {
  const { all_sent, pages_done, pages_failed, pages_total } = audit;
  if (callback.event === "audit.failed") {
    const { code, message } = callback.error ?? {
      code: "scanner_failed",
      message: "The scanner couldn't scan this website.",
    };
    await failAudit(ctx, audit.id, code, message);
  } else if (all_sent && pages_done + pages_failed >= pages_total) {
    await completeAudit(ctx, audit.id);
  } else {
    const reason = usedUpBudget(audit, new Date());
    if (reason) await endPartial(ctx, audit.id, reason);
  }
};

/**
 * Applies a scanner callback once per sequence number. Callbacks can arrive in any order. Ignores callbacks for an
 * audit that has ended, and counts each page only once.
 */
export const applyCallback = async (_ctx: unknown, callback: ApplyCallback): Promise<CallbackReply> => {
  if (callback.id !== callback.audit_id)
    throw invalidInput([{ path: "audit_id", message: "Must match the audit ID in the URL." }]);
  const db = await getUnscopedDb();
  const audit = await db.websiteAudit.findUnique({
    where: { id: callback.id },
    select: { id: true, status: true, website_id: true },
  });
  if (!audit) throw notFound("audit", callback.id);
  if (audit.status !== "in_progress") return { ignored: true };
  const missing = await withoutKnown(db, callback.id, callback.pages);
  const stored = await storePages(audit, missing);
  const saved = await inUnscopedTransaction(async (ctx) => {
    const locked = await lockAudit(ctx.db, callback.id);
    if (!locked) throw notFound("audit", callback.id);
    if (locked.status !== "in_progress" || !(await markApplied(ctx.db, callback))) return null;
    return applyLocked(ctx, locked, callback, stored);
  });
  await deletePages(stored.filter((page) => !saved?.includes(page)));
  return { ignored: saved === null };
};

/** Throws a 401 error unless the callback is signed with the secret that the app and the scanner share. */
export const verifyCallback = (headers: Headers, body: Buffer): void => {
  if (!verifyScannerSignature(scannerSecret(), body, headers.get(SIGNATURE_HEADER)))
    throw new AppError("not_authenticated", "The callback's signature doesn't match.");
};
