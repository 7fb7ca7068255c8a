import { getSearchConsole } from "@/server/adapters/search-console";
import { type Property, type SearchConsole, scope, type Tokens } from "@/server/adapters/search-console/port";
import { authenticate } from "@/server/auth/authenticate";
import { roleMay } from "@/server/auth/permissions";
import type { AnonymousCtx, Call, Db, Principal } from "@/server/core/context";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { log } from "@/server/core/log";
import { invalidInput } from "@/server/core/problem";
import { inTransaction } from "@/server/core/transaction";
import { claimState, openState } from "./consent-state";
import type { ConsentAnswer, ConsentResult } from "./contract";
import { dropAnswers } from "./disconnect";
import { mailConnected } from "./mail-owner";
import { readable, rememberGuesses } from "./properties";
import { sealTokens } from "./tokens";

/** Websites whose property is guessed when a connection is made; the others' is when their figures are first read. */
const guessedAtOnce = 1_000;

const permission = "search_perf.write";

const toPage = (result: ConsentResult) => ({ location: `${env.BASE_URL}/service/search?result=${result}` });

/** Who comes back must be who asked: else one could have somebody else's account connected to one's own organisation. */
const checkPerson = async ({ headers }: Call, asked: { user_id: string; org_id: string }): Promise<Principal> => {
  const principal = await authenticate(headers);
  if (!principal) throw new AppError("not_authenticated", "Sign in, and connect again.");
  if (principal.user_id !== asked.user_id || principal.org_id !== asked.org_id)
    throw new AppError(
      "invalid_code",
      "Somebody else asked for this, or in another organisation. Please connect again.",
    );
  if (roleMay(principal.role, permission)) return principal;
  throw new AppError("forbidden", `Your role does not allow this; it needs ${permission}.`, { permission });
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
  /** Null when they could not be read. */
  properties: Property[] | null;
}

const store = ({ org_id, user_id }: Principal, { id: request_id, ip }: Call, { tokens, properties }: Found) =>
  inTransaction(async (ctx) => {
    const sealed = await sealTokens(org_id, tokens);
    const data = { user_id, created_at: new Date(), revoked_at: null, refresh_token: "", ...sealed };
    const row = { org_id, ...data };
    await ctx.db.searchPerfIntegrationSettings.upsert({ where: { org_id }, create: row, update: data });
    await dropAnswers(ctx.db, org_id);
    if (properties) await guess(ctx.db, org_id, properties);
    const entry = { id: newId(), org_id, actor_type: "user", actor_id: user_id, action: "search_perf.connect" };
    await ctx.db.auditLog.create({ data: { ...entry, ip, request_id } });
    await mailConnected(ctx, org_id);
  });

const giveBack = (searchConsole: SearchConsole, { access_token }: Tokens): Promise<void> =>
  searchConsole.revoke(access_token).catch((error: unknown) => {
    log.warn({ err: error }, "a consent that is of no use could not be given back");
  });

/** The page that says how it ended. What Google refuses here is told there, for a person waits for it. */
const connect = async (
  principal: Principal,
  call: Call,
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
    log.warn({ err: error }, "the properties of a new connection could not be read");
    return null;
  });
  await store(principal, call, {
    tokens: { ...tokens, refresh_token },
    properties: properties && readable(properties),
  });
  return "connected";
};

/** Takes Google's answer: exchanges the code, keeps the tokens encrypted, and leads to the page of the app. */
export const finishConsent = async (ctx: AnonymousCtx, { state, code, error }: ConsentAnswer) => {
  getSearchConsole();
  const asked = await openState(state);
  const principal = await checkPerson(ctx.call, asked);
  if (code === undefined && error === undefined)
    throw invalidInput([{ path: "code", message: "This field is required." }]);
  await claimState(ctx.db, asked);
  if (code === undefined || error !== undefined) return toPage(error === "access_denied" ? "refused" : "failed");
  const result = await connect(principal, ctx.call, code, asked.code_verifier).catch(
    (cause: unknown): ConsentResult => {
      if (!(cause instanceof AppError)) throw cause;
      log.warn({ err: cause, request_id: ctx.call.id }, "search performance could not be connected");
      return "failed";
    },
  );
  return toPage(result);
};
