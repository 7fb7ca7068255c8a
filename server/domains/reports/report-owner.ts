import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { AnonymousCtx, Caller, Db } from "@/server/core/context";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { roleMay } from "@/server/core/permissions";
import { shortestClaimDays } from "./contract";

const hash = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** Returns the organisation for which the caller can create reports, or null. */
const organisationOf = (caller: Caller): string | null =>
  caller.kind === "user" && roleMay(caller.principal.role, "reports.create") ? caller.principal.org_id : null;

/**
 * Returns the owner that is recorded when this caller claims an id: the API key, the caller's organisation, or
 * `anonymous`.
 */
export const ownerOf = (caller: Caller): string => {
  if (caller.kind === "service-key") return "service-key";
  const orgId = organisationOf(caller);
  return orgId ? `org:${orgId}` : "anonymous";
};

const isSecret = (given: string | undefined, secretHash: string | null): boolean =>
  given !== undefined && secretHash !== null && timingSafeEqual(Buffer.from(hash(given)), Buffer.from(secretHash));

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/**
 * Returns the audit on this platform with this id, or null. Only its organisation and callers with the API key can
 * replace the audit's report; for anyone else, throws `conflict`.
 */
export const findPlatformAudit = async (
  { db, caller }: Pick<AnonymousCtx, "db" | "caller">,
  auditId: string,
): Promise<{ id: string; org_id: string } | null> => {
  if (!isUuid(auditId)) return null;
  const audit = await db.websiteAudit.findUnique({ where: { id: auditId }, select: { id: true, org_id: true } });
  if (!audit || caller.kind === "service-key" || organisationOf(caller) === audit.org_id) return audit;
  throw new AppError(
    "conflict",
    "This ID belongs to an audit in this installation. Use another ID, or send the access token of a user who can create reports for that audit.",
  );
};

/**
 * Claims an id chosen by the caller. Returns a new secret with which anyone can replace the report later, or null if
 * the caller was already allowed to use the id. Throws `conflict` for callers who neither own the id nor know the
 * secret.
 */
export const claimReportId = async (
  { db, caller }: Pick<AnonymousCtx, "db" | "caller">,
  auditId: string,
  writeSecret: string | undefined,
): Promise<string | null> => {
  const secret = randomBytes(24).toString("base64url");
  const owner = ownerOf(caller);
  const { count } = await db.reportOwner.createMany({
    data: [{ audit_id: auditId, owner, secret_hash: hash(secret) }],
    skipDuplicates: true,
  });
  if (count === 1) return secret;
  const first = await db.reportOwner.findUniqueOrThrow({ where: { audit_id: auditId } });
  const isOwner = owner !== "anonymous" && owner === first.owner;
  if (!isOwner && !isSecret(writeSecret, first.secret_hash))
    throw new AppError(
      "conflict",
      "A report with this ID already exists. Use another ID, or send the writeSecret from the first response.",
    );
  await db.reportOwner.update({ where: { audit_id: auditId }, data: { used_at: new Date() } });
  return null;
};

const batchSize = 500;

/**
 * Purges a batch of claims that have been unused for so long that their reports have been deleted. Returns whether
 * there may be more.
 */
export const purgeReportOwners = async (db: Db, now: Date): Promise<boolean> => {
  const claimDays = Math.max(shortestClaimDays, env.REPORT_KEPT_DAYS + 1);
  const before = new Date(now.getTime() - claimDays * 86_400_000);
  const old = await db.reportOwner.findMany({
    where: { used_at: { lt: before } },
    take: batchSize,
    select: { audit_id: true },
  });
  await db.reportOwner.deleteMany({ where: { audit_id: { in: old.map(({ audit_id }) => audit_id) } } });
  return old.length === batchSize;
};
