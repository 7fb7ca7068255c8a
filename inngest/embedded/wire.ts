import { z } from "zod";

/*
 * The protocol between the SDK and an Inngest server: docs/SDK_SPEC.md of github.com/inngest/inngest, and inngest-js
 * 4.24 where the specification is silent (checkpoints).
 */
const storable = z.string().regex(/^[^\0]*$/, "must not contain U+0000");

export const IncomingEvent = z.looseObject({
  id: storable.nullish(),
  name: storable.min(1),
  data: z.record(z.string(), z.unknown()).nullish(),
  ts: z.number().nullish(),
});
export type IncomingEvent = z.infer<typeof IncomingEvent>;

/** An event in the form that functions and expressions receive; `ts` is in milliseconds since 1970. */
export interface JobEvent {
  id: string;
  name: string;
  data: Record<string, unknown>;
  ts: number;
  [extra: string]: unknown;
}

const ConcurrencyLimit = z.object({
  limit: z.number(),
  key: z.string().optional(),
  scope: z.enum(["fn", "env", "account"]).default("fn"),
});

export const FunctionConfig = z.object({
  id: z.string(),
  name: z.string().optional(),
  triggers: z.array(
    z.union([
      z.strictObject({ event: z.string(), expression: z.string().optional() }),
      z.strictObject({ cron: z.string() }),
    ]),
  ),
  steps: z.object({ step: z.object({ retries: z.object({ attempts: z.number().optional() }).optional() }) }),
  idempotency: z.string().optional(),
  concurrency: z.union([z.number(), ConcurrencyLimit, z.array(ConcurrencyLimit)]).optional(),
  cancel: z
    .array(z.object({ event: z.string(), if: z.string().optional(), timeout: z.string().optional() }))
    .optional(),
  priority: z.object({ run: z.string().optional() }).optional(),
});
export type FunctionConfig = z.infer<typeof FunctionConfig>;

/** One operation in a response; `id` is the SHA-1 of the step's name. */
export const Op = z.object({
  id: z.string(),
  op: z.string(),
  name: z.string().nullish(),
  displayName: z.string().nullish(),
  opts: z.record(z.string(), z.unknown()).nullish(),
  data: z.unknown().optional(),
  error: z.unknown().optional(),
});
export type Op = z.infer<typeof Op>;

export const Checkpoint = z.object({
  qi_id: z.string(),
  generation_id: z.number(),
  steps: z.array(Op),
});
export type Checkpoint = z.infer<typeof Checkpoint>;

/** An error in the format that the SDK reads when a step or run has failed. */
export interface WireError {
  name: string;
  message: string;
  stack?: string;
}

export const unsupported = (what: string): WireError => ({
  name: "UnsupportedByEmbeddedRunner",
  message: `${what} needs a real Inngest server; set INNGEST_EVENT_KEY.`,
});
