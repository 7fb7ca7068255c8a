import { initTRPC } from "@trpc/server";
import { z } from "zod";
import { getDatabase } from "@/server/adapters/database";
import { isPermission } from "@/server/auth/permissions";
import type { Access, AnonymousCtx, CallContext, CtxOf, Principal, SystemCtx } from "./context";
import type {
  AuditAction,
  Declaration,
  Method,
  MutationSpec,
  QuerySpec,
  RedirectSpec,
  Spec,
  StreamSpec,
} from "./declaration";
import { AppError, type ErrorCode, errorTable } from "./errors";
import { admit, limitRecipients } from "./guard";
import { answerOnce, findAnswer, providerKeyOf, readKeyedCall } from "./idempotency";
import { newId } from "./ids";
import { assertPlainText, cleanText } from "./plain-text";
import { toAppError, toTrpcError } from "./problem";
import { FileStreamShape } from "./stream";
import { inTransaction } from "./transaction";

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

type Admitted = CallContext & { principal: Principal | null };

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

const admitted = t.procedure.use(async ({ ctx, meta, path, type, next }) => {
  if (!meta?.declared) throw new Error(`${path} has no declaration`);
  const principal = await admit(ctx, path, meta.declared, type === "mutation").catch((error: unknown) => {
    throw toTrpcError(error);
  });
  const result = await next({ ctx: { ...ctx, principal } });
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

const metaOf = <A extends Access, I extends z.ZodObject>(spec: Spec<A, I>, extra: Partial<Declaration>): Meta => {
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
    errors: [...new Set(errors)],
    verify: null,
    ...extra,
  };
  return {
    declared,
    openapi: {
      method,
      path,
      summary: spec.summary,
      tags: [segments[1] === "v1" ? "Report and e-mail service" : (segments[1] ?? "api")],
      protect: !["public", "signature"].includes(spec.access),
      errorResponses: errorResponses(declared.errors),
    },
  };
};

const noTransaction = (): never => {
  throw new Error("This verb opens its own transactions: emit inside inTransaction.");
};

/** The guard has refused callers without a principal wherever `CtxOf` promises one. */
const toCtx = <A extends Access>(ctx: Admitted, system: SystemCtx): CtxOf<A> => {
  const base: AnonymousCtx = { ...system, call: ctx.call, reply: ctx.reply };
  const { principal } = ctx;
  if (!principal) return base as CtxOf<A>;
  const { org_id, user_id, role, session_id } = principal;
  return { ...base, org_id, user_id, role, session_id } as CtxOf<A>;
};

const plain = async (): Promise<SystemCtx> => ({ db: (await getDatabase()).prisma, emit: noTransaction });

interface Named {
  id?: unknown;
  audit_id?: unknown;
  ids?: unknown;
}

const isText = (value: unknown): value is string => typeof value === "string";

/** What a call changed: the `ids` of its input when it changes several, else the id in its output or input. */
const targetsOf = (output: unknown, input: unknown): (string | null)[] => {
  const [out, given] = [(output ?? {}) as Named, input as Named];
  if (Array.isArray(given.ids)) return given.ids.filter(isText);
  return [[out.id, out.audit_id, given.id, given.audit_id].find(isText) ?? null];
};

const writeAuditRows = async (
  ctx: Admitted,
  { db }: SystemCtx,
  action: AuditAction,
  targets: readonly (string | null)[],
) => {
  if (!ctx.principal) return;
  const { org_id, user_id: actor_id } = ctx.principal;
  const { id: request_id, ip } = ctx.call;
  const row = { org_id, actor_type: "user", actor_id, action, ip, request_id };
  await db.auditLog.createMany({ data: targets.map((target_id) => ({ ...row, id: newId(), target_id })) });
};

/** Declares an endpoint that changes nothing. */
export const query = <A extends Access, I extends z.ZodObject, O extends z.ZodType>(spec: QuerySpec<A, I, O>) =>
  guarded
    .meta(metaOf(spec, { etag: spec.etag ?? false }))
    .input(spec.input)
    .output(spec.output)
    .query(async ({ ctx, input }) => (await spec.run(toCtx<A>(ctx, await plain()), input as z.output<I>)) as never);

/** Declares an endpoint that changes something: its rows, audit row and events are one transaction. */
export const mutation = <A extends Access, I extends z.ZodObject, O extends z.ZodType, Brought = undefined>(
  spec: MutationSpec<A, I, O, Brought>,
) => {
  const { audit, status = 200, idempotent = false, maxBytes = 256_000, verify = null } = spec;
  const { outside, recipients, transaction = true, crossOrigin = false, auditsOwnOnly = false } = spec;
  if ((idempotent || outside) && !transaction)
    throw new Error(`${spec.rest}: only one transaction can keep an answer with its key.`);
  const run = async (ctx: Admitted, input: z.output<I>, system: SystemCtx, brought?: Brought) => {
    const output = await spec.run(toCtx<A>(ctx, system), input, brought as Brought);
    const targets = targetsOf(output, input);
    const told = auditsOwnOnly ? targets.filter((id) => id === ctx.principal?.org_id) : targets;
    if (audit) await writeAuditRows(ctx, system, audit, told);
    return output;
  };
  const answer = async (ctx: Admitted, path: string, input: z.output<I>): Promise<unknown> => {
    const keyed = idempotent ? readKeyedCall(ctx.call, path, input) : null;
    const kept = keyed && (await findAnswer((await plain()).db, keyed));
    if (kept) return kept.body;
    if (recipients) await limitRecipients(ctx.reply, recipients(input));
    if (!transaction) return run(ctx, input, await plain());
    const brought = await outside?.(input, keyed ? providerKeyOf(keyed) : newId());
    return inTransaction((system) => {
      const work = () => run(ctx, input, system, brought);
      return keyed ? answerOnce(system.db, keyed, work) : work();
    });
  };
  return guarded
    .meta(metaOf(spec, { audit, status, idempotent, maxBytes, crossOrigin, verify }))
    .input(spec.input)
    .output(spec.output)
    .mutation(async ({ ctx, input, path }) => (await answer(ctx, path, input as z.output<I>)) as never);
};

const Location = z.object({ location: z.url() });

/** Declares an endpoint that answers with a redirect. */
export const redirect = <A extends Access, I extends z.ZodObject>(spec: RedirectSpec<A, I>) =>
  guarded
    .meta(metaOf(spec, { status: spec.status, redirects: true }))
    .input(spec.input)
    .output(Location)
    .query(async ({ ctx, input }) => spec.run(toCtx<A>(ctx, await plain()), input as z.output<I>));

/** Declares an endpoint that answers with a file as it is made; over REST only. */
export const stream = <A extends Access, I extends z.ZodObject>(spec: StreamSpec<A, I>) =>
  guarded
    .meta(metaOf(spec, { streams: spec.mediaTypes }))
    .input(spec.input)
    .output(FileStreamShape)
    .query(async ({ ctx, input }) => {
      if (ctx.call.transport !== "rest") throw new AppError("method_not_allowed", "Files are served over REST.");
      return spec.run(toCtx<A>(ctx, await plain()), input as z.output<I>);
    });
