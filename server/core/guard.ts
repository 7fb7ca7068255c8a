import { createHash, timingSafeEqual } from "node:crypto";
import { getLimiter, takeInProcess } from "@/server/adapters/limiter";
import type { LimitResult } from "@/server/adapters/limiter/port";
import { isPermission, roleMay } from "@/server/auth/permissions";
import type { CallContext, Principal, Reply } from "./context";
import type { Declaration } from "./declaration";
import { env } from "./env";
import { AppError } from "./errors";
import { type LimitName, limits } from "./limits";
import { getSecret } from "./secrets";

const refuse = (headers: Headers, limit: number, windowSeconds: number, seconds: number): never => {
  headers.set("Retry-After", String(seconds));
  throw new AppError("rate_limited", `Too many requests. Please try again in ${seconds} seconds.`, {
    limit,
    window_seconds: windowSeconds,
    retry_after_seconds: seconds,
  });
};

const takeFrom = async (context: CallContext, path: string, name: LimitName, key: string): Promise<void> => {
  const { each, limit, windowSeconds } = limits[name];
  const bucket = each ? `${name}:${path}` : name;
  const take = "inProcess" in limits[name] ? takeInProcess : getLimiter().take;
  const { allowed, remaining, resetInSeconds } = await take({ name: bucket, limit, windowSeconds }, key);
  const { headers } = context.reply;
  headers.set("RateLimit-Policy", `"${name}";q=${limit};w=${windowSeconds}`);
  headers.set("RateLimit", `"${name}";r=${remaining};t=${resetInSeconds}`);
  if (!allowed) refuse(headers, limit, windowSeconds, resetInSeconds);
};

const recipientRule = { name: "recipient", limit: 5, windowSeconds: 3_600 };

/** Counts one message to an address: five an hour, whoever asks for it (contract §7). */
export const takeRecipient = (address: string): Promise<LimitResult> =>
  getLimiter().take(recipientRule, address.toLowerCase());

/** Keeps a stranger from having a mailbox flooded through us. */
export const limitRecipients = async ({ headers }: Reply, addresses: readonly string[]): Promise<void> => {
  for (const address of addresses) {
    const { allowed, resetInSeconds } = await takeRecipient(address);
    if (!allowed) refuse(headers, recipientRule.limit, recipientRule.windowSeconds, resetInSeconds);
  }
};

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** The key of the report and e-mail service: API_KEY, or one made on first start. */
export const serviceKey = (): string => env.API_KEY ?? getSecret("api-key");

const checkServiceKey = (headers: Headers): void => {
  const given = /^Bearer +(.*)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (given === undefined)
    throw new AppError("not_authenticated", "Send the service key as Authorization: Bearer <API_KEY>.");
  if (!timingSafeEqual(digest(given), digest(serviceKey())))
    throw new AppError("forbidden", "The service key is wrong.");
};

const originHost = (headers: Headers): string | null => {
  const origin = headers.get("origin");
  return origin && URL.canParse(origin) ? new URL(origin).host : null;
};

/** A cookie is sent by the browser on its own, so a changing call must come from a page of ours. */
const checkOrigin = (headers: Headers): void => {
  const host = originHost(headers);
  const ours = [headers.get("host"), new URL(env.BASE_URL).host];
  if (!host || !ours.includes(host)) throw new AppError("forbidden", "This call must come from the app itself.");
};

const admitUser = async (context: CallContext, declared: Declaration, changing: boolean): Promise<Principal> => {
  const principal = await context.authenticate();
  if (!principal) throw new AppError("not_authenticated", "Sign in first.");
  if (changing && principal.via === "cookie") checkOrigin(context.call.headers);
  const { access } = declared;
  if (isPermission(access) && !roleMay(principal.role, access))
    throw new AppError("forbidden", `Your role does not allow this; it needs ${access}.`, { permission: access });
  return principal;
};

const admitSignature = async (context: CallContext, declared: Declaration): Promise<void> => {
  if (context.call.transport !== "rest" || !declared.verify)
    throw new AppError("forbidden", "This endpoint takes signed calls only.");
  declared.verify(context.call.headers, await context.call.readBody(declared.maxBytes));
};

/**
 * Lets a call through or throws: the limit by address first, so that a flood costs no more than a count, then who
 * calls and what they may, then the limit by organisation or person. The body is not read before, except to check a signature.
 */
export const admit = async (
  context: CallContext,
  path: string,
  declared: Declaration,
  changing: boolean,
): Promise<Principal | null> => {
  const { by } = limits[declared.limit];
  const byAddress = by === "ip";
  if (byAddress) await takeFrom(context, path, declared.limit, context.call.ip);
  let principal: Principal | null = null;
  if (declared.access === "service-key") checkServiceKey(context.call.headers);
  else if (declared.access === "signature") await admitSignature(context, declared);
  else if (declared.access !== "public") principal = await admitUser(context, declared, changing);
  const counted = by === "user" ? principal?.user_id : principal?.org_id;
  if (!byAddress) await takeFrom(context, path, declared.limit, counted ?? context.call.ip);
  return principal;
};
