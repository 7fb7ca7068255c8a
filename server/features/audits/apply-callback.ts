import { getDatabase } from "@/server/adapters/database";
import type { Db, SystemCtx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { inTransaction } from "@/server/core/transaction";
import type { ApplyCallback, CallbackPage } from "./callback-contract";
import type { CallbackReply } from "./contract";
import { completeAudit, failAudit } from "./end-audit";
import { savePages } from "./save-pages";
import { dropPages, keepPages, type NumberedPage, storePages } from "./store-pages";

interface LockedAudit {
  id: string;
  org_id: string;
  website_id: string;
  status: string;
  pages_done: number;
  pages_failed: number;
  pages_total: number;
  all_sent: boolean;
  started_at: Date | null;
}

const withoutKnown = async (db: Db, auditId: string, pages: readonly CallbackPage[]): Promise<CallbackPage[]> => {
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
    SELECT id, org_id, website_id, status, pages_done, pages_failed, pages_total, all_sent, started_at
    FROM website_audits WHERE id = ${id}::uuid FOR UPDATE`;
  return row ?? null;
};

/** False when this callback was applied before. */
const markApplied = async (
  db: Db,
  { audit_id, ask, sequence, discovered_urls = [] }: ApplyCallback,
): Promise<boolean> => {
  const { count } = await db.auditCallback.createMany({
    data: [{ audit_id, ask, sequence, discovered: discovered_urls }],
    skipDuplicates: true,
  });
  return count === 1;
};

const phaseOf = ({ event, phase, pages }: ApplyCallback): { phase?: string } => {
  if (event === "audit.completed") return { phase: "saving" };
  const named = phase ?? (pages.length > 0 ? "scanning" : undefined);
  return named ? { phase: named } : {};
};

/** The total grows while links are found. The end names the last one, which an event that comes late must not lower. */
const totalOf = (audit: LockedAudit, { event, pages_total }: ApplyCallback, finished: number): number => {
  const isFinal = audit.all_sent && event !== "audit.completed";
  return Math.max(isFinal ? audit.pages_total : (pages_total ?? audit.pages_total), finished);
};

/** Saves the pages the audit does not have yet, and says which those were. */
const applyLocked = async (
  ctx: SystemCtx,
  audit: LockedAudit,
  callback: ApplyCallback,
  stored: readonly NumberedPage[],
): Promise<NumberedPage[]> => {
  const fresh = new Set((await withoutKnown(ctx.db, audit.id, stored)).map((page) => page.url));
  const pages = stored.filter((page) => fresh.has(page.url));
  await keepPages(ctx.db, pages);
  await savePages(ctx.db, audit, pages);
  const failed = pages.filter((page) => page.error).length;
  const pages_done = audit.pages_done + pages.length - failed;
  const pages_failed = audit.pages_failed + failed;
  const all_sent = audit.all_sent || callback.event === "audit.completed";
  const pages_total = totalOf(audit, callback, pages_done + pages_failed);
  await ctx.db.websiteAudit.update({
    where: { id: audit.id },
    data: {
      ...(pages.length > 0 ? { fruitless_asks: 0 } : {}),
      pages_done,
      pages_failed,
      pages_total,
      all_sent,
      ...(callback.lighthouse ? { lighthouse: callback.lighthouse } : {}),
      last_heard_at: new Date(),
      // A scanner was asked before the queue knew of it, as by a version without one.
      ...(audit.started_at ? {} : { started_at: new Date() }),
      ...phaseOf(callback),
    },
  });
  if (callback.event === "audit.failed") {
    const { code, message } = callback.error ?? {
      code: "scanner_failed",
      message: "The scanner could not scan this website.",
    };
    await failAudit(ctx, audit.id, code, message);
  } else if (all_sent && pages_done + pages_failed >= pages_total) {
    await completeAudit(ctx, audit.id);
  }
  return pages;
};

/**
 * Applies what a scanner posted, once per sequence, in any order. What comes late for an audit that has ended is
 * ignored; a page that was delivered before is not counted again.
 */
export const applyCallback = async (_ctx: unknown, callback: ApplyCallback): Promise<CallbackReply> => {
  if (callback.id !== callback.audit_id)
    throw invalidInput([{ path: "audit_id", message: "The address names another audit." }]);
  const { prisma } = await getDatabase();
  const audit = await prisma.websiteAudit.findUnique({ where: { id: callback.id }, select: { status: true } });
  if (!audit) throw notFound("audit", callback.id);
  if (audit.status !== "in_progress") return { ignored: true };
  const missing = await withoutKnown(prisma, callback.id, callback.pages);
  const stored = await storePages(callback.id, missing);
  const saved = await inTransaction(async (ctx) => {
    const locked = await lockAudit(ctx.db, callback.id);
    if (!locked) throw notFound("audit", callback.id);
    if (locked.status !== "in_progress" || !(await markApplied(ctx.db, callback))) return null;
    return applyLocked(ctx, locked, callback, stored);
  });
  await dropPages(stored.filter((page) => !saved?.includes(page)));
  return { ignored: saved === null };
};
