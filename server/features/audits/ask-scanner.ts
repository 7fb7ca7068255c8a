import { getDatabase } from "@/server/adapters/database";
import type { WebsiteAudit } from "@/server/adapters/database/generated/client";
import { getScanner } from "@/server/adapters/scanner";
import { env } from "@/server/core/env";
import { log } from "@/server/core/log";
import { inTransaction } from "@/server/core/transaction";
import type { ScanRequestInput } from "@/server/scanner/contract";
import { AuditOptions } from "./contract";
import { completeAudit, failAudit } from "./end-audit";

/** How long a scanner may say nothing before it is asked again (contract §5). */
export const silenceSeconds = 120;

const callbackUrl = (auditId: string, ask: number): string =>
  `${env.SCANNER_CALLBACK_URL}/api/website-audit/${auditId}/callback/?ask=${ask}`;

/** What was delivered and found so far, for a scan that goes on after a crash. */
const progressOf = async (auditId: string) => {
  const { prisma } = await getDatabase();
  const pages = await prisma.scanAudit.findMany({
    where: { audit_id: auditId },
    select: { url: true, final_url: true },
  });
  const callbacks = await prisma.auditCallback.findMany({
    where: { audit_id: auditId },
    select: { sequence: true, discovered: true },
  });
  if (callbacks.length === 0) return {};
  return {
    skip_urls: [...new Set(pages.flatMap((page) => [page.url, page.final_url]))],
    known_urls: [...new Set(callbacks.flatMap((callback) => callback.discovered))],
    pages_done: pages.length,
    first_sequence: Math.max(...callbacks.map(({ sequence }) => Number(sequence))) + 1,
  };
};

const defined = <T extends object>(options: T): T =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;

/** A scan that was cut off with all its pages here was at Lighthouse, which is tried once more and then left out. */
const hasOnlyLighthouseLeft = ({ pages_done, pages_failed, pages_total }: WebsiteAudit): boolean =>
  pages_total > 0 && pages_done + pages_failed >= pages_total;

/** Tells the scanner to stop an audit that was cancelled or removed; of one that still waited it knows nothing. */
export const stopScanner = async (auditId: string): Promise<void> => {
  const { prisma } = await getDatabase();
  const audit = await prisma.websiteAudit.findUnique({ where: { id: auditId }, select: { status: true, asks: true } });
  if (audit?.status === "completed" || audit?.asks === 0) return;
  await getScanner().cancel(auditId);
};

/**
 * Asks the scanner for an audit, or for the rest of it. Asking for one that is being scanned changes nothing there.
 * Throws `upstream_failed` when the scanner can't be reached.
 */
export const askScanner = async (auditId: string): Promise<void> => {
  const audit = await inTransaction(async ({ db }) => {
    await db.websiteAudit.updateMany({
      where: { id: auditId, status: "in_progress" },
      data: { asks: { increment: 1 }, fruitless_asks: { increment: 1 }, last_heard_at: new Date() },
    });
    return db.websiteAudit.findUnique({ where: { id: auditId }, include: { website: true } });
  });
  if (audit?.status !== "in_progress") return;
  const options = defined({
    ...AuditOptions.parse(audit.options),
    ...(await progressOf(auditId)),
    ...(hasOnlyLighthouseLeft(audit) && audit.fruitless_asks > 1 ? { lighthouse: false } : {}),
  });
  await getScanner().start({
    audit_id: auditId,
    website_url: audit.website.url,
    callback_url: callbackUrl(auditId, audit.asks),
    options: options as ScanRequestInput["options"],
  });
  const now = await inTransaction(async ({ db }) => {
    await db.websiteAudit.updateMany({
      where: { id: auditId, status: "in_progress", phase: "waiting" },
      data: { phase: "discovering" },
    });
    return db.websiteAudit.findUnique({ where: { id: auditId }, select: { status: true } });
  });
  // A cancel that came in between may have reached the scanner before the start did.
  if (now?.status !== "in_progress") await stopScanner(auditId);
};

/** Ends an audit that no scanner delivers. */
export const giveUpAudit = (auditId: string, code: "scanner_timeout" | "scanner_unreachable"): Promise<void> =>
  inTransaction((ctx) =>
    failAudit(
      ctx,
      auditId,
      code,
      code === "scanner_timeout" ? "The scanner stopped answering." : "The scanner could not be reached.",
    ),
  );

/** Restarts without a single new page after which an audit is given up: one of its pages ends every scanner. */
const mostFruitlessAsks = 20;

/** Asks again for every audit in progress: after the scanner or the app was started anew. */
export const resumeAudits = async (): Promise<void> => {
  const { prisma } = await getDatabase();
  const audits = await prisma.websiteAudit.findMany({
    where: { status: "in_progress", asks: { gt: 0 } },
    select: { id: true, fruitless_asks: true },
    orderBy: { id: "asc" },
  });
  for (const { id, fruitless_asks } of audits)
    await (fruitless_asks < mostFruitlessAsks ? askScanner(id) : giveUpAudit(id, "scanner_timeout")).catch(
      (error: unknown) => log.warn({ audit_id: id, err: error }, "the scanner could not be asked again"),
    );
};

export type Hearing = { state: "ended" } | { state: "silent" } | { state: "alive"; wait_seconds: number };

/**
 * Whether an audit still moves. A scanner that has said it sent everything and then falls silent has lost a page on
 * the way: the audit completes with what is here.
 */
export const hearScanner = (auditId: string): Promise<Hearing> =>
  inTransaction(async (ctx) => {
    await ctx.db.$queryRaw`SELECT 1 FROM website_audits WHERE id = ${auditId}::uuid FOR UPDATE`;
    const audit = await ctx.db.websiteAudit.findUnique({ where: { id: auditId } });
    if (audit?.status !== "in_progress") return { state: "ended" };
    const since = audit.last_heard_at ?? audit.started_at ?? new Date();
    const silent = (Date.now() - since.getTime()) / 1_000;
    if (silent < silenceSeconds) return { state: "alive", wait_seconds: Math.ceil(silenceSeconds - silent) };
    if (!audit.all_sent) return { state: "silent" };
    await completeAudit(ctx, auditId);
    return { state: "ended" };
  });

/** PGlite never vacuums by itself; PostgreSQL does. */
export const tidyAfterAudit = async (): Promise<void> => {
  const database = await getDatabase();
  if (database.kind === "pglite") await database.vacuum();
};
