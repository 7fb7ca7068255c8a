import { getUnscopedDb } from "@/server/adapters/database";
import { getLimiter, takeInProcess } from "@/server/adapters/limiter";
import type { LimitResult, LimitRule } from "@/server/adapters/limiter/port";
import type { CallContext, Caller, Ctx, Principal, Reply } from "@/server/core/context";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { isUrl } from "@/server/core/is-url";
import { type LimitedBy, type LimitName, limits, sendingLimits } from "@/server/core/limits";
import { isPermission, type Permission, roleMay } from "@/server/core/permissions";
import { logSecurityEvent, recordSecurityEvent } from "@/server/core/security-log";
import type { Declaration } from "./declaration";
import { bearerOf, checkServiceKey, digest, isServiceKey, serviceKey } from "./service-key";

const counted: Readonly<Record<LimitedBy | "recipient", string>> = {
  ip: "from your IP address",
  organisation: "from your organisation",
  user: "from your account",
  key: "with this API key",
  recipient: "for this email address",
};

const spanOf = (seconds: number): string =>
  ({ 60: "minute", 3600: "hour", 86400: "day" })[seconds] ?? `${seconds} seconds`;

/**
 * Sets headers that show how much of a limit the caller has used, unless the limit is hidden. Throws `rate_limited`
 * when the limit is used up.
 */
const apply = (
  headers: Headers,
  rule: LimitRule,
  by: LimitedBy | "recipient",
  result: LimitResult,
  isShown = by !== "recipient",
): void => {
  const { name, limit, windowSeconds } = rule;
  const { allowed, remaining, resetInSeconds: seconds } = result;
  if (isShown || !allowed) {
    headers.set("RateLimit-Policy", `"${name}";q=${limit};w=${windowSeconds}`);
    headers.set("RateLimit", `"${name}";r=${remaining};t=${seconds}`);
  }
  if (allowed) return;
  headers.set("Retry-After", String(seconds));
  const most = `at most ${limit.toLocaleString("en")} per ${spanOf(windowSeconds)}`;
  throw new AppError("rate_limited", `Too many requests ${counted[by]}: ${most}. Try again in ${seconds} seconds.`, {
    policy: name,
    limit,
    window_seconds: windowSeconds,
    retry_after_seconds: seconds,
  });
};

const takeFrom = async (context: CallContext, path: string, name: LimitName, key: string): Promise<void> => {
  const { by, each, limit, windowSeconds } = limits[name];
  const bucket = each ? `${name}:${path}` : name;
  const take = "inProcess" in limits[name] ? takeInProcess : getLimiter().take;
  const result = await take({ name: bucket, limit, windowSeconds }, key);
  apply(context.reply.headers, { name, limit, windowSeconds }, by, result);
};

/** Applies an additional limit per organisation to calls that need extra work. Throws `rate_limited`. */
export const countWork = async ({ headers }: Reply, name: LimitName, org_id: string): Promise<void> => {
  const { by, limit, windowSeconds } = limits[name];
  const rule = { name, limit, windowSeconds };
  apply(headers, rule, by, await getLimiter().take(rule, org_id));
};

type Asker = "stranger" | "user";

/**
 * Counts anonymous callers and other callers separately towards daily limits, so that strangers can't use up the limit
 * for users.
 */
const bucketOf = (rule: LimitRule, asker: Asker): LimitRule =>
  rule.windowSeconds > 3_600 ? { ...rule, name: `${rule.name}:${asker}` } : rule;

const takeMessage = (rule: LimitRule, asker: Asker, address: string): Promise<LimitResult> =>
  getLimiter().take(bucketOf(rule, asker), address.toLowerCase());

/**
 * Counts one email triggered by an anonymous caller. Returns false if the recipient has reached its hourly or daily
 * limit.
 */
export const countRecipient = async (address: string): Promise<boolean> => {
  for (const rule of sendingLimits.recipient) if (!(await takeMessage(rule, "stranger", address)).allowed) return false;
  return true;
};

/** Counts an email to each recipient, so that nobody can flood a mailbox through us. Throws `rate_limited`. */
const limitRecipients = async ({ reply, caller }: CallContext & { caller: Caller }, addresses: readonly string[]) => {
  const asker = caller.kind === "anonymous" ? "stranger" : "user";
  for (const address of addresses)
    for (const rule of sendingLimits.recipient)
      apply(reply.headers, rule, "recipient", await takeMessage(rule, asker, address));
};

/** Counts a call towards its anonymous caller's limit on sending emails. Throws `rate_limited`. */
const limitSender = async ({ call, reply }: CallContext): Promise<void> => {
  for (const rule of sendingLimits.sender) {
    const result = await getLimiter().take(rule, call.ip);
    apply(reply.headers, rule, "ip", result, false);
  }
};

/** Counts an invitation towards its organisation's limit and its sender's limit. Throws `rate_limited`. */
export const limitInvitations = async ({
  reply,
  org_id,
  user_id,
}: Pick<Ctx, "reply" | "org_id" | "user_id">): Promise<void> => {
  const rule = { limit: env.INVITATIONS_PER_DAY, windowSeconds: 86_400 };
  const counts = [
    { by: "organisation", name: "invitations-organisation", key: org_id },
    { by: "user", name: "invitations-person", key: user_id },
  ] as const;
  for (const { by, name, key } of counts)
    apply(reply.headers, { ...rule, name }, by, await getLimiter().take({ ...rule, name }, key));
};

const originHost = (headers: Headers): string | null => {
  const origin = headers.get("origin");
  return origin && isUrl(origin) ? new URL(origin).host : null;
};

/**
 * Reports whether a request comes from one of our own pages. Calls that make changes with a session cookie are accepted
 * only from our pages, because browsers may attach cookies to requests from other sites.
 */
const isFromOurPage = (headers: Headers): boolean => {
  const host = originHost(headers);
  return host !== null && [headers.get("host"), new URL(env.BASE_URL).host].includes(host);
};

/**
 * All refusals are logged, but only the first few in an hour are stored, because a program may try thousands of times.
 */
const storedRefusals = { name: "security-refusals", limit: 10, windowSeconds: 3_600 };

const recordRefusal = async ({ call }: CallContext, person: Principal, permission: Permission): Promise<void> => {
  const { user_id, session_id } = person;
  const db = await getUnscopedDb();
  const isStored = (await getLimiter().take(storedRefusals, user_id)).allowed;
  const record = isStored ? recordSecurityEvent : logSecurityEvent;
  await record(
    { db, call },
    { event: "permission_check", outcome: "refused", user_id, session_id, method: permission },
  );
};

const admitUser = async (context: CallContext, declared: Declaration, changing: boolean): Promise<Principal> => {
  const principal = await context.authenticate();
  if (!principal) throw new AppError("not_authenticated", "Sign in to continue.");
  if (changing && principal.via === "cookie" && !isFromOurPage(context.call.headers))
    throw new AppError("forbidden", "Requests with a session cookie must come from Curbcut's own pages.");
  const { access } = declared;
  if (isPermission(access) && !roleMay(principal.role, access)) {
    await recordRefusal(context, principal, access);
    throw new AppError("forbidden", `Your role doesn't include the permission ${access}.`, { permission: access });
  }
  return principal;
};

const admitSignature = async (context: CallContext, declared: Declaration): Promise<void> => {
  if (context.call.transport !== "rest" || !declared.verify)
    throw new AppError("forbidden", "This endpoint accepts only signed requests.");
  await declared.verify(context.call.headers, await context.call.readBody(declared.maxBytes));
};

const anonymous: Caller = { kind: "anonymous" };

/**
 * Identifies the caller of a public endpoint. A caller without valid credentials, such as one with an expired token, is
 * anonymous.
 */
const identifyCaller = async (context: CallContext, changing: boolean): Promise<Caller> => {
  const { headers } = context.call;
  if (isServiceKey(bearerOf(headers) ?? "")) return { kind: "service-key" };
  const principal = await context.authenticate().catch((error: unknown) => {
    if (error instanceof AppError && error.status === 401) return null;
    throw error;
  });
  if (!principal || (changing && principal.via === "cookie" && !isFromOurPage(headers))) return anonymous;
  return { kind: "user", principal };
};

const admitKnown = async (
  context: CallContext,
  path: string,
  { limit, knownCallers, closedUnless }: Declaration,
  changing: boolean,
): Promise<Caller> => {
  const caller = knownCallers ? await identifyCaller(context, changing) : anonymous;
  if (caller.kind === "anonymous" && closedUnless && !env[closedUnless]) {
    await takeFrom(context, path, limit, context.call.ip);
    throw new AppError(
      "not_authenticated",
      "Anonymous requests are disabled. Sign in, or send the API key as Authorization: Bearer <API_KEY>.",
    );
  }
  if (caller.kind === "user" && knownCallers) await takeFrom(context, path, knownCallers.user, caller.principal.org_id);
  else await takeFrom(context, path, caller.kind === "service-key" ? "service" : limit, context.call.ip);
  return caller;
};

/** Counts a valid new call towards the limits of its caller and its recipients. */
export const limitValidCall = async (
  context: CallContext & { caller: Caller },
  path: string,
  { knownCallers }: Declaration,
  recipients: readonly string[],
): Promise<void> => {
  if (context.caller.kind === "anonymous" && recipients.length > 0) await limitSender(context);
  if (context.caller.kind !== "service-key") return limitRecipients(context, recipients);
  if (knownCallers) await takeFrom(context, path, knownCallers.serviceKey, digest(serviceKey()).toString("hex"));
};

/**
 * Admits a call and returns its caller, or throws. First checks the limit per client IP address, so that a flood of
 * calls costs little. Then checks the caller and their permissions, and finally the limit by organisation or user.
 * Reads the body only to verify a signature.
 */
export const admit = async (
  context: CallContext,
  path: string,
  declared: Declaration,
  changing: boolean,
): Promise<Caller> => {
  const { access, limit } = declared;
  if (access === "public") return admitKnown(context, path, declared, changing);
  const { by } = limits[limit];
  if (by === "ip") await takeFrom(context, path, limit, context.call.ip);
  if (access === "service-key") await checkServiceKey(context.call);
  if (access === "signature") await admitSignature(context, declared);
  if (access === "service-key" || access === "signature") {
    if (by !== "ip") await takeFrom(context, path, limit, context.call.ip);
    return access === "signature" ? anonymous : { kind: "service-key" };
  }
  const principal = await admitUser(context, declared, changing);
  if (by !== "ip") await takeFrom(context, path, limit, by === "user" ? principal.user_id : principal.org_id);
  return { kind: "user", principal };
};
