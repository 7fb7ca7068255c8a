import { ActorType } from "@/generated/prisma/enums";
import { getSearchConsole } from "@/server/adapters/search-console";
import { type Property, type SearchConsole, scope, type Tokens } from "@/server/adapters/search-console/port";
import type { AnonymousCtx, Call, Db, Principal } from "@/server/core/context";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { log } from "@/server/core/log";
import { roleMay } from "@/server/core/permissions";
import { invalidInput } from "@/server/core/problem";
import { authenticate } from "@/server/domains/identity/auth";
import { scopeDb } from "@/server/endpoint/scoped-db";
import { inTransaction } from "@/server/endpoint/transaction";
import { claimState, openState } from "./consent-state";
import type { ConsentAnswer, ConsentResult } from "./contract";
import { deleteStoredResponses } from "./disconnect";
import { emailConnected } from "./email-owner";
import { readable, rememberGuesses } from "./properties";
import { sealTokens } from "./tokens";

/**
 * Maximum number of websites whose property is guessed when Search Console is connected. For the others, it is guessed
 * when their figures are first read.
 */
const guessedAtOnce = 1_000;

const permission = "search_perf.write";

const toPage = (result: ConsentResult) => ({ location: `${env.BASE_URL}/service/search?result=${result}` });

/**
 * Checks that the user who returns from Google is the one who started the connection. Otherwise, an attacker could
 * connect a victim's Google account to the attacker's organisation.
 */
const checkPerson = async ({ headers }: Call, expected: { user_id: string; org_id: string }): Promise<Principal> => {
  const principal = await authenticate(headers);
  if (!principal) throw new AppError("not_authenticated", "Sign in, then start the connection again.");
  if (principal.user_id !== expected.user_id || principal.org_id !== expected.org_id)
    throw new AppError(
      "invalid_code",
      "This connection was started by another user or in another organisation. Start it again.",
    );
  if (roleMay(principal.role, permission)) return principal;
  throw new AppError("forbidden", `Your role doesn't include the permission ${permission}.`, { permission });
};

const guess = async (db: Db, org_id: string, properties: readonly Property[]): Promise<void> => {
  const names = properties.map(({ property }) => property);
  await db.searchPerfProperty.deleteMany({ where: { org_id, property: { notIn: names } } });
  const websites = await db.website.findMany({
    where: { org_id },
    orderBy: { id: "asc" },
    take: guessedAtOnce,
    select: { id: true, url: true },
  });
  await rememberGuesses(db, org_id, websites, properties);
};

interface Found {
  tokens: Tokens & { refresh_token: string };
  /** The account's properties; null if they couldn't be read. */
  properties: Property[] | null;
}

const store = (
  db: Db,
  { org_id, user_id }: Principal,
  { id: request_id, ip }: Call,
  { tokens, properties }: Found,
): Promise<void> =>
  inTransaction(scopeDb(db, org_id), async (ctx) => {
    const sealed = await sealTokens(org_id, tokens);
    const data = { user_id, created_at: new Date(), revoked_at: null, refresh_token: "", ...sealed };
    const row = { org_id, ...data };
    await ctx.db.searchPerfIntegrationSettings.upsert({ where: { org_id }, create: row, update: data });
    await deleteStoredResponses(ctx.db, org_id);
    if (properties) await guess(ctx.db, org_id, properties);
    const entry = { id: newId(), org_id, actor_type: ActorType.user, actor_id: user_id, action: "search_perf.connect" };
    await ctx.db.auditLog.create({ data: { ...entry, ip, request_id } });
    await emailConnected(ctx, org_id);
  });

const giveBack = (searchConsole: SearchConsole, { access_token }: Tokens): Promise<void> =>
  searchConsole.revoke(access_token).catch((error: unknown) => {
    log.warn({ err: error }, "failed to revoke unused OAuth consent");
  });

/** Connects the account. Returns the result, which is shown on the page where the user is waiting. */
const connect = async (
  { db, call }: AnonymousCtx,
  principal: Principal,
  code: string,
  codeVerifier: string,
): Promise<ConsentResult> => {
  const searchConsole = getSearchConsole();
  const tokens = await searchConsole.exchangeCode({ code, codeVerifier });
  const { refresh_token } = tokens;
  if (!tokens.scopes.includes(scope) || refresh_token === null) {
    await giveBack(searchConsole, tokens);
    return "incomplete";
  }
  const properties = await searchConsole.listProperties(tokens.access_token).catch((error: unknown) => {
    log.warn({ err: error }, "failed to read the properties of a new connection");
    return null;
  });
  await store(db, principal, call, {
    tokens: { ...tokens, refresh_token },
    properties: properties && readable(properties),
  });
  return "connected";
};

/** Handles Google's response: exchanges the code, stores the tokens encrypted, and redirects to the app's page. */
export const finishConsent = async (ctx: AnonymousCtx, { state, code, error }: ConsentAnswer) => {
  getSearchConsole();
  const expected = await openState(state);
  const principal = await checkPerson(ctx.call, expected);
  if (code === undefined && error === undefined)
    throw invalidInput([{ path: "code", message: "This field is required." }]);
  await claimState(ctx.db, expected);
  if (code === undefined || error !== undefined) return toPage(error === "access_denied" ? "refused" : "failed");
  const result = await connect(ctx, principal, code, expected.code_verifier).catch((cause: unknown): ConsentResult => {
    if (!(cause instanceof AppError)) throw cause;
    log.warn({ err: cause, request_id: ctx.call.id }, "failed to connect Search Console");
    return "failed";
  });
  return toPage(result);
};
