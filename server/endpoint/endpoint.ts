import { initTRPC } from "@trpc/server";
import { z } from "zod";
import { getUnscopedDb } from "@/server/adapters/database";
import type { Access, AnonymousCtx, CallContext, Caller, CtxOf, Principal, SystemCtx } from "@/server/core/context";
import { AppError, type ErrorCode, errorTable } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { isPermission } from "@/server/core/permissions";
import { assertPlainText, cleanText } from "@/server/core/plain-text";
import { toAppError, toTrpcError } from "@/server/core/problem";
import { readProperty } from "@/server/core/property";
import { FileStreamShape } from "@/server/core/stream";
import type { AuditAction } from "./audit-actions";
import type { Declaration, Method, MutationSpec, QuerySpec, RedirectSpec, Spec, StreamSpec } from "./declaration";
import { admit, limitValidCall } from "./guard";
import { answerOnce, findStoredResponse, providerKeyOf, readKeyedCall } from "./idempotency";
import { scopeDb } from "./scoped-db";
import { noteWrongToken, refuseTokenGuessing } from "./token-guessing";
import { inUnscopedTransaction } from "./transaction";
import { writeAuditLog } from "./write-audit-log";

interface Meta extends Record<string, unknown> {
  declared?: Declaration;
  openapi?: {
    method: Method;
    path: `/${string}`;
    summary: string;
    tags: string[];
    protect: boolean;
    errorResponses: Record<number, string>;
  };
}

type Admitted = CallContext & { caller: Caller; principal: Principal | null };

const t = initTRPC
  .context<CallContext>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const { code, message, details = null, status } = toAppError(error);
      return { ...shape, message, data: { code, httpStatus: status, details, request_id: ctx?.call.id ?? null } };
    },
  });

export const router = t.router;
export const { createCallerFactory } = t;

/** Reports whether callers could use the endpoint to guess a link, invitation or session token. */
const takesToken = ({ access, errors }: Declaration): boolean =>
  access === "public" && (errors.includes("invalid_code") || errors.includes("token_expired"));

const admitted = t.procedure.use(async ({ ctx, meta, path, type, next }) => {
  if (!meta?.declared) throw new Error(`${path} has no declaration`);
  const { declared } = meta;
  const admission = async () => {
    const caller = await admit(ctx, path, declared, type === "mutation");
    if (takesToken(declared)) await refuseTokenGuessing(ctx.call, path);
    return caller;
  };
  const caller = await admission().catch((error: unknown) => {
    throw toTrpcError(error);
  });
  const principal = caller.kind === "user" ? caller.principal : null;
  const result = await next({ ctx: { ...ctx, caller, principal } });
  if (!result.ok && takesToken(declared)) await noteWrongToken(ctx.call, toAppError(result.error));
  if (!result.ok) throw toTrpcError(result.error);
  return result;
});

const guarded = admitted.use(async ({ meta, getRawInput, next }) => {
  const input = await getRawInput();
  if (meta?.declared?.access === "signature") cleanText(input);
  else assertPlainText(input);
  return next({ getRawInput: async () => input });
});

const commonErrors = ({ access, limit }: { access: Access; limit: string }): ErrorCode[] => {
  const base: ErrorCode[] = ["invalid_input", "rate_limited", "internal", "unavailable"];
  if (access === "session" || isPermission(access)) base.push("not_authenticated", "token_expired", "forbidden");
  if (access === "service-key") base.push("not_authenticated", "forbidden");
  return limit ? base : [];
};

const errorResponses = (codes: readonly ErrorCode[]): Record<number, string> => {
  const byStatus: Record<number, string> = {};
  for (const code of codes) {
    const { status } = errorTable[code];
    byStatus[status] = byStatus[status] ? `${byStatus[status]}, ${code}` : code;
  }
  return byStatus;
};

const bodyErrors = (method: Method): ErrorCode[] =>
  method === "POST" || method === "PATCH" ? ["invalid_json", "too_large", "unsupported_media_type"] : [];

const metaOf = <A extends Access, I extends z.ZodObject>(
  spec: Spec<A, I>,
  extra: Partial<Declaration>,
): Meta & { declared: Declaration } => {
  const [method, path] = spec.rest.split(" ") as [Method, `/${string}`];
  const segments = path.split("/").filter(Boolean);
  const errors = [...commonErrors(spec), ...bodyErrors(method), ...(spec.errors ?? [])];
  if (path.includes("{") && isPermission(spec.access)) errors.push("not_found");
  const declared: Declaration = {
    method,
    path,
    access: spec.access,
    limit: spec.limit,
    audit: null,
    status: 200,
    redirects: false,
    streams: null,
    etag: false,
    idempotent: false,
    maxBytes: 256_000,
    crossOrigin: false,
    knownCallers: null,
    closedUnless: null,
    errors: [...new Set(errors)],
    verify: null,
    signedBy: null,
    ...extra,
  };
  return {
    declared,
    openapi: {
      method,
      path,
      summary: spec.summary,
      tags: [segments[1] === "v1" ? "Report and email service" : (segments[1] ?? "api")],
      protect: !["public", "signature"].includes(spec.access),
      errorResponses: errorResponses(declared.errors),
    },
  };
};

const noTransaction = (): never => {
  throw new Error("This endpoint opens its own transactions. Emit events inside inTransaction.");
};

/**
 * Returns the context for an endpoint's code. Where `CtxOf` includes a principal, the guard has already rejected
 * callers without one. If the access is a permission, the database handle is scoped to the caller's organisation.
 */
const toCtx = <A extends Access>(ctx: Admitted, system: SystemCtx, access: A): CtxOf<A> => {
  const { call, caller, reply, principal } = ctx;
  const base: AnonymousCtx = { ...system, call, caller, reply };
  if (!principal) return base as CtxOf<A>;
  const { org_id, user_id, role, session_id } = principal;
  const db = isPermission(access) ? scopeDb(system.db, org_id) : system.db;
  return { ...base, db, org_id, user_id, role, session_id } as CtxOf<A>;
};

const plain = async (): Promise<SystemCtx> => ({ db: await getUnscopedDb(), emit: noTransaction });

const isText = (value: unknown): value is string => typeof value === "string";

/**
 * Returns the ids of the records that a call changed: the `ids` in the input if it has them, otherwise the id in the
 * output or input, or else the website's id in the input.
 */
const targetsOf = (output: unknown, input: unknown): (string | null)[] => {
  const ids = readProperty(input, "ids");
  if (Array.isArray(ids)) return ids.filter(isText);
  const made = ["id", "audit_id", "auditId"].map((name) => readProperty(output, name));
  const given = ["id", "audit_id", "website_id"].map((name) => readProperty(input, name));
  return [[...made, ...given].find(isText) ?? null];
};

/** Writes the audit log entries of a call. */
const recordCall = async (
  { principal, call }: Admitted,
  { db }: SystemCtx,
  { audit, auditsOwnOnly }: { audit: AuditAction | null; auditsOwnOnly?: true },
  targets: readonly (string | null)[],
) => {
  if (!principal || !audit) return;
  const told = auditsOwnOnly ? targets.filter((id) => id === principal.org_id) : targets;
  await writeAuditLog({ ...principal, db, call }, audit, told);
};

type Resolve<I extends z.ZodObject> = (ctx: Admitted, input: z.output<I>, path: string) => Promise<unknown>;

/**
 * Returns a resolver for tRPC, which can't derive the types of a generic input and output. The casts are safe, because
 * tRPC parses the input with `spec.input` before the call and the output with `spec.output` after it.
 */
const resolver =
  <I extends z.ZodObject>(resolve: Resolve<I>) =>
  async ({ ctx, input, path }: { ctx: Admitted; input: unknown; path: string }): Promise<never> =>
    (await resolve(ctx, input as z.output<I>, path)) as never;

/** Declares an endpoint that only reads. */
export const query = <A extends Access, I extends z.ZodObject, O extends z.ZodType>(spec: QuerySpec<A, I, O>) =>
  guarded
    .meta(metaOf(spec, { etag: spec.etag ?? false }))
    .input(spec.input)
    .output(spec.output)
    .query(resolver<I>(async (ctx, input) => spec.run(toCtx(ctx, await plain(), spec.access), input)));

/** Declares an endpoint that makes changes. Its rows, audit log entry and events are written in one transaction. */
export const mutation = <A extends Access, I extends z.ZodObject, O extends z.ZodType, Outside = undefined>(
  spec: MutationSpec<A, I, O, Outside>,
) => {
  const { audit, status = 200, idempotent = false, maxBytes = 256_000, verify = null, signedBy = null } = spec;
  const { outside, recipients, transaction = true, crossOrigin = false, prepare } = spec;
  const meta = metaOf(spec, {
    audit,
    status,
    idempotent,
    maxBytes,
    crossOrigin,
    verify,
    signedBy,
    knownCallers: spec.knownCallers ?? null,
    closedUnless: spec.closedUnless ?? null,
  });
  if ((idempotent || outside) && !transaction)
    throw new Error(`${spec.rest}: a response and its idempotency key can only be stored in a single transaction.`);
  if (prepare && transaction)
    throw new Error(`${spec.rest}: a rollback would undo the audit log entry that is written before the verb acts.`);
  const run = async (ctx: Admitted, input: z.output<I>, system: SystemCtx, fetched?: Outside) => {
    const own = toCtx(ctx, system, spec.access);
    const given = prepare ? await prepare(own, input) : fetched;
    if (prepare) await recordCall(ctx, system, spec, targetsOf(null, input));
    const output = await spec.run(own, input, given as Outside);
    if (!prepare) await recordCall(ctx, system, spec, targetsOf(output, input));
    return output;
  };
  const answer = async (ctx: Admitted, path: string, input: z.output<I>): Promise<unknown> => {
    const keyed = idempotent ? readKeyedCall(ctx, path, input) : null;
    const kept = keyed && (await findStoredResponse((await plain()).db, keyed));
    if (kept) return kept.body;
    await limitValidCall(ctx, path, meta.declared, recipients?.(input) ?? []);
    if (!transaction) return run(ctx, input, await plain());
    const fetched = await outside?.(input, keyed ? providerKeyOf(keyed) : newId());
    return inUnscopedTransaction((system) => {
      const work = () => run(ctx, input, system, fetched);
      return keyed ? answerOnce(system.db, keyed, work) : work();
    });
  };
  return guarded
    .meta(meta)
    .input(spec.input)
    .output(spec.output)
    .mutation(resolver<I>((ctx, input, path) => answer(ctx, path, input)));
};

const Location = z.object({ location: z.url() });

/** Declares an endpoint that responds with a redirect. */
export const redirect = <A extends Access, I extends z.ZodObject>(spec: RedirectSpec<A, I>) =>
  guarded
    .meta(metaOf(spec, { status: spec.status, redirects: true }))
    .input(spec.input)
    .output(Location)
    .query(resolver<I>(async (ctx, input) => spec.run(toCtx(ctx, await plain(), spec.access), input)));

/** Declares a REST-only endpoint that streams a file while generating it. */
export const stream = <A extends Access, I extends z.ZodObject>(spec: StreamSpec<A, I>) =>
  guarded
    .meta(metaOf(spec, { streams: spec.mediaTypes }))
    .input(spec.input)
    .output(FileStreamShape)
    .query(
      resolver<I>(async (ctx, input) => {
        if (ctx.call.transport !== "rest")
          throw new AppError("method_not_allowed", "Files are available through the REST API only.");
        return spec.run(toCtx(ctx, await plain(), spec.access), input);
      }),
    );
