import type { WebsiteAudit } from "@/generated/prisma/client";
import { getDatabase, getUnscopedDb } from "@/server/adapters/database";
import { getScanner } from "@/server/adapters/scanner";
import { awakeSince } from "@/server/core/awake";
import type { SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { log } from "@/server/core/log";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import {
  type KnownDocument,
  MAX_LISTED_DOCUMENTS,
  mostAddresses,
  type ScanRequestInput,
  type SignIn,
} from "@/server/scanner/contract";
import { AuditOptions } from "./contract";
import { completeAudit, endPartial, failAudit } from "./end-audit";
import { listFoundUrls } from "./found-urls";
import { yieldsProcessor } from "./queue";
import { readAuditGroups } from "./url-lists";
import { copyJourneys, readAuditJourneys } from "./website-journeys";
import { openSignIn } from "./website-sign-ins";

/** Number of seconds without a callback after which the scan is requested again. */
export const silenceSeconds = 120;

const callbackUrl = (auditId: string, attempt: number): string =>
  `${env.SCANNER_CALLBACK_URL}/api/website-audit/${auditId}/callback/?ask=${attempt}`;

/** Returns the documents found so far, and those whose results the scanner has already delivered. */
const documentsOf = async (auditId: string) => {
  const db = await getUnscopedDb();
  const found = await db.auditDocument.findMany({
    where: { audit_id: auditId },
    select: { url: true, checked_at: true, _count: { select: { links: true } } },
    orderBy: { id: "asc" },
    take: MAX_LISTED_DOCUMENTS,
  });
  return {
    known_documents: found.map(({ url, _count }): KnownDocument => ({ url, pages: _count.links })),
    skip_documents: found.filter(({ checked_at }) => checked_at !== null).map(({ url }) => url),
  };
};

/** Returns the pages delivered and the URLs found so far, so that the scanner can resume a scan. */
const progressOf = async (auditId: string) => {
  const db = await getUnscopedDb();
  const pages = await db.scanAudit.findMany({
    where: { audit_id: auditId },
    select: { url: true, final_url: true },
  });
  const { _max: last } = await db.auditCallback.aggregate({
    where: { audit_id: auditId },
    _max: { sequence: true },
  });
  if (last.sequence === null) return {};
  return {
    skip_urls: [...new Set(pages.flatMap((page) => [page.url, page.final_url]))],
    known_urls: await listFoundUrls(db, auditId, mostAddresses),
    pages_done: pages.length,
    first_sequence: Number(last.sequence) + 1,
    ...(await documentsOf(auditId)),
  };
};

const defined = <T extends object>(options: T): T =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;

/** Returns undefined if screenshots are disabled. */
const screenshotOptions = () =>
  env.SCREENSHOT_MAX_HEIGHT > 0
    ? { max_height: env.SCREENSHOT_MAX_HEIGHT, max_bytes: env.SCREENSHOT_MAX_KB * 1_000 }
    : undefined;

/** Maximum number of scan requests without a new page before the audit is ended. */
const maxFruitlessAttempts = 20;

const hasSlot = { OR: [{ slot_since: { not: null } }, { slices: 0 }] };

/**
 * Matches the audit if it holds this slot or, without `slice`, any slot. Audits started by a version without slots have
 * no slices.
 */
const holdsSlot = (id: string, slice: number | undefined) => ({
  id,
  status: "in_progress" as const,
  ...(slice === undefined ? hasSlot : { slices: slice, slot_since: { not: null } }),
});

/**
 * Ends an audit for which no new page has arrived despite many scan requests. Does nothing if the audit has lost its
 * slot.
 */
const endFruitless = async (ctx: SystemCtx, id: string, slice: number | undefined): Promise<null> => {
  const given = await ctx.db.websiteAudit.count({ where: holdsSlot(id, slice) });
  if (given > 0) await endPartial(ctx, id, "time");
  return null;
};

/**
 * Reports whether all pages have been saved. If a scan was interrupted after that, it was checking documents or running
 * Lighthouse. If no document arrives between two scan requests, Lighthouse is retried once and then skipped.
 */
const hasOnlyLighthouseLeft = ({ pages_done, pages_failed, pages_total }: WebsiteAudit): boolean =>
  pages_total > 0 && pages_done + pages_failed >= pages_total;

/**
 * Makes the scanner stop an audit that was cancelled or deleted. Audits that were still waiting were never sent to the
 * scanner.
 */
export const stopScanner = async (auditId: string): Promise<void> => {
  const db = await getUnscopedDb();
  const audit = await db.websiteAudit.findUnique({
    where: { id: auditId },
    select: { status: true, scan_requests: true },
  });
  if (audit?.status === "completed" || audit?.scan_requests === 0) return;
  await getScanner().cancel(auditId);
};

const UNREADABLE = "The website's saved sign-in can't be read any more. Enter it again in the website's settings.";

/**
 * Returns the website's sign-in and records that the audit uses it. Fails the audit if the sign-in can't be decrypted,
 * because results for the pages that signed-out visitors get would be misleading.
 */
const takeSignIn = async ({ id, website_id, signed_in }: WebsiteAudit): Promise<{ sign_in?: SignIn } | null> => {
  const db = await getUnscopedDb();
  try {
    const sign_in = await openSignIn(db, website_id);
    if (!sign_in) return {};
    if (!signed_in) await db.websiteAudit.updateMany({ where: { id }, data: { signed_in: true } });
    return { sign_in };
  } catch (error) {
    log.warn({ audit_id: id, err: error }, "failed to decrypt a website's sign-in");
    await inUnscopedTransaction((ctx) => failAudit(ctx, id, "sign_in_unreadable", UNREADABLE));
    return null;
  }
};

/**
 * Requests a scan, or the rest of one, from the scanner; a request for a running scan has no effect. A request after a
 * restart doesn't count against the audit, because the audit may not have caused the restart. If the audit never
 * progresses, its callbacks stop and its job ends it anyway. Throws `unavailable` if the scanner can't be reached,
 * `upstream_failed` if it rejects the request.
 */
export const requestScan = async (auditId: string, slice?: number, why: "slot" | "restart" = "slot"): Promise<void> => {
  const counted = why === "slot" ? { fruitless_requests: { increment: 1 }, last_contact_at: new Date() } : {};
  const where = { ...holdsSlot(auditId, slice), fruitless_requests: { lt: maxFruitlessAttempts } };
  const audit = await inUnscopedTransaction(async (ctx) => {
    const { count } = await ctx.db.websiteAudit.updateMany({
      where,
      data: { scan_requests: { increment: 1 }, ...counted },
    });
    if (count === 0) return endFruitless(ctx, auditId, slice);
    // An audit that was started by an older version of the app doesn't have a copy of the journeys yet.
    await copyJourneys(ctx.db, auditId);
    return ctx.db.websiteAudit.findUnique({ where: { id: auditId }, include: { website: true } });
  });
  if (!audit) return;
  const db = await getUnscopedDb();
  const options = defined({
    ...AuditOptions.parse(audit.options),
    url_groups: await readAuditGroups(db, auditId),
    screenshots: screenshotOptions(),
    low_priority: await yieldsProcessor(db, auditId),
    ...(await progressOf(auditId)),
    ...(hasOnlyLighthouseLeft(audit) && audit.fruitless_requests > 1 ? { lighthouse: false } : {}),
  });
  const signIn = await takeSignIn(audit);
  if (!signIn) return;
  await getScanner().start({
    ...signIn,
    journeys: await readAuditJourneys(db, auditId),
    audit_id: auditId,
    website_url: audit.website.url,
    callback_url: callbackUrl(auditId, audit.scan_requests),
    options: options as ScanRequestInput["options"],
  });
  const now = await inUnscopedTransaction(async ({ db }) => {
    await db.websiteAudit.updateMany({
      where: { ...holdsSlot(auditId, slice), phase: "waiting" },
      data: { phase: "discovering" },
    });
    return db.websiteAudit.findUnique({
      where: { id: auditId },
      select: { status: true, slices: true, slot_since: true },
    });
  });
  // The audit may have been cancelled or lost its slot, and the scanner may have received the cancellation before the
  // scan request.
  if (now?.status !== "in_progress") await stopScanner(auditId);
  else if (now.slices > 0 && now.slot_since === null) await getScanner().cancel(auditId);
};

/** Fails an audit whose results the scanner didn't deliver, unless the audit has lost this slot. */
export const failUndeliveredAudit = (
  auditId: string,
  code: "scanner_timeout" | "scanner_unreachable",
  slice?: number,
): Promise<void> =>
  inUnscopedTransaction(async (ctx) => {
    const lost = slice !== undefined && (await ctx.db.websiteAudit.count({ where: holdsSlot(auditId, slice) })) === 0;
    if (lost) return;
    const stopped = code === "scanner_timeout";
    const message = stopped ? "The scanner stopped responding." : "The scanner couldn't be reached.";
    await failAudit(ctx, auditId, code, message);
  });

/** Returns the ids of the audits whose scans were running before the scanner or the app restarted. */
const prepareResumption = async (restarted: "scanner" | "app"): Promise<string[]> => {
  const db = await getUnscopedDb();
  const where = { status: "in_progress", scan_requests: { gt: 0 }, ...hasSlot } as const;
  if (restarted === "app") await db.websiteAudit.updateMany({ where, data: { last_contact_at: new Date() } });
  const audits = await db.websiteAudit.findMany({ where, select: { id: true }, orderBy: { id: "asc" } });
  return audits.map(({ id }) => id);
};

/**
 * Requests the scans of all running audits again after the scanner or the app has restarted. The app's downtime
 * doesn't count as silence, because no callbacks could arrive. Never rejects. Once the signal is aborted because the
 * app is stopping, requests no more scans and logs no errors; the audits resume when the app next starts.
 */
export const resumeAudits = async (restarted: "scanner" | "app", signal?: AbortSignal): Promise<void> => {
  const warn = (error: unknown, audit_id?: string): void => {
    if (!signal?.aborted) log.warn({ audit_id, err: error }, "failed to resume an audit");
  };
  const ids = await prepareResumption(restarted).catch((error: unknown) => {
    warn(error);
    return [];
  });
  for (const id of ids) {
    if (signal?.aborted) return;
    await requestScan(id, undefined, "restart").catch((error: unknown) => warn(error, id));
  }
};

export type AuditProgress = { state: "ended" } | { state: "silent" } | { state: "alive"; wait_seconds: number };

/**
 * Reports whether an audit is still progressing. If the audit isn't complete although the scanner has sent everything,
 * a page was lost in transit. After a period without callbacks, the audit is completed with the pages it has.
 */
export const checkProgress = (auditId: string, slice?: number): Promise<AuditProgress> =>
  inUnscopedTransaction(async (ctx) => {
    await ctx.db.$queryRaw`SELECT 1 FROM website_audits WHERE id = ${auditId}::uuid FOR UPDATE`;
    const audit = await ctx.db.websiteAudit.findUnique({ where: { id: auditId } });
    if (audit?.status !== "in_progress") return { state: "ended" };
    // Ends the check if the audit has lost the slot that the check is for.
    if (slice !== undefined && (audit.slot_since === null || audit.slices !== slice)) return { state: "ended" };
    const since = audit.last_contact_at ?? audit.started_at ?? new Date();
    const silent = (Date.now() - Math.max(since.getTime(), awakeSince().getTime())) / 1_000;
    if (silent < silenceSeconds) return { state: "alive", wait_seconds: Math.ceil(silenceSeconds - silent) };
    if (!audit.all_sent) return { state: "silent" };
    await completeAudit(ctx, auditId);
    return { state: "ended" };
  });

/** Vacuums PGlite, which has no autovacuum. */
export const vacuumAfter = async (): Promise<void> => {
  const database = await getDatabase();
  if (database.kind === "pglite") await database.vacuum();
};
