import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { z } from "zod";
import { log } from "@/server/core/log";
import {
  CheckRequest,
  JourneyTrialRequest,
  PageFixRequest,
  PageTrialsRequest,
  ScanRequest,
  SIGNATURE_HEADER,
  SignInTrialRequest,
  verifyScannerSignature,
} from "../contract";
import type { AuditRunner } from "./audit-runner";
import type { BrowserState } from "./browser-state";
import type { CheckSnippet } from "./snippet-checker";
import { BusyError, StoppingError, type TrialRunner } from "./trial-runner";

const MAX_BODY_BYTES = 50 * 1024 * 1024;

/**
 * The signed body contains the audit's id, so that its signature can't be used to cancel another audit. The schema is
 * strict, so that the signature of a start request can't be used either.
 */
const CancelRequest = ScanRequest.pick({ audit_id: true }).strict();

class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const toRefused = (error: unknown): Refused => {
  if (error instanceof Refused) return error;
  if (error instanceof StoppingError) return new Refused(503, "stopping", error.message);
  if (error instanceof BusyError) return new Refused(503, "busy", error.message);
  return new Refused(500, "internal", "Something went wrong in the scanner. See its log.");
};

const answer = (response: ServerResponse, status: number, body?: object): void => {
  if (body === undefined) response.writeHead(status).end();
  else response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Refused(413, "too_large", "The request body is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const readSigned = async (request: IncomingMessage, secret: string): Promise<Buffer> => {
  const body = await readBody(request);
  const header = request.headers[SIGNATURE_HEADER];
  if (!verifyScannerSignature(secret, body, Array.isArray(header) ? header[0] : header)) {
    throw new Refused(
      401,
      "invalid_signature",
      "X-Scanner-Signature doesn't match the body, or is more than five minutes old.",
    );
  }
  return body;
};

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new Refused(400, "invalid_json", "The body isn't valid JSON.");
  }
};

const readJson = async (request: IncomingMessage, secret: string): Promise<unknown> =>
  parseJson(await readSigned(request, secret));

const parseInput = <T extends z.ZodType>(body: unknown, schema: T): z.output<T> => {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Refused(400, "invalid_input", fields.join("; "));
};

const startScan = async (request: IncomingMessage, secret: string, audits: AuditRunner) => {
  const scan = parseInput(await readJson(request, secret), ScanRequest);
  audits.start(scan);
  return { audit_id: scan.audit_id, status: "accepted" };
};

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refused(404, "not_found", "The URL couldn't be parsed.");
  }
};

const cancelScan = async (request: IncomingMessage, secret: string, audits: AuditRunner, id: string) => {
  const { audit_id } = parseInput(await readJson(request, secret), CancelRequest);
  if (audit_id !== id) throw new Refused(400, "invalid_input", "audit_id: Must match the audit ID in the URL.");
  await audits.cancel(id);
};

/** Returns a signal that is aborted if the caller closes the connection before it gets a response. */
const whileAwaited = (response: ServerResponse): AbortSignal => {
  const gone = new AbortController();
  response.once("close", () => gone.abort(new Refused(499, "cancelled", "The request was cancelled.")));
  return gone.signal;
};

/** The dependencies of the server. `secret` is the key for verifying the signatures of requests. */
export interface ScannerParts {
  secret: string;
  audits: AuditRunner;
  checkSnippet: CheckSnippet;
  fixes: Pick<TrialRunner, "fix" | "tryOnPages">;
  signIns: Pick<TrialRunner, "trySignIn">;
  journeys: Pick<TrialRunner, "tryJourney">;
  browserState: Pick<BrowserState, "read">;
}

type Trial = (body: unknown, parts: ScannerParts, signal: AbortSignal) => Promise<object>;

/** The requests that the scanner handles while the caller waits, by path. */
const trials: Readonly<Record<string, Trial>> = {
  "/checks": (body, { checkSnippet }) => checkSnippet(parseInput(body, CheckRequest)),
  "/fixes": (body, { fixes }, signal) => fixes.fix(parseInput(body, PageFixRequest), signal),
  "/fixes/pages": (body, { fixes }, signal) => fixes.tryOnPages(parseInput(body, PageTrialsRequest), signal),
  "/sign-ins": (body, { signIns }, signal) => signIns.trySignIn(parseInput(body, SignInTrialRequest), signal),
  "/journeys": (body, { journeys }, signal) => journeys.tryJourney(parseInput(body, JourneyTrialRequest), signal),
};

const handle = async (request: IncomingMessage, response: ServerResponse, parts: ScannerParts) => {
  const { secret, audits, browserState } = parts;
  const path = ((request.url ?? "/").split("?", 1)[0] ?? "").replace(/(.)\/$/, "$1");
  const id = /^\/scans\/([^/]+)$/.exec(path)?.[1];
  const trial = Object.hasOwn(trials, path) ? trials[path] : undefined;
  if (request.method === "GET" && path === "/health")
    answer(response, 200, { status: "ok", running: audits.running(), browser: browserState.read() });
  else if (request.method === "POST" && path === "/scans")
    answer(response, 202, await startScan(request, secret, audits));
  else if (request.method === "POST" && trial)
    answer(response, 200, await trial(await readJson(request, secret), parts, whileAwaited(response)));
  else if (request.method === "DELETE" && id) {
    await cancelScan(request, secret, audits, decode(id));
    answer(response, 204);
  } else
    throw new Refused(
      404,
      "not_found",
      "The endpoints are POST /scans, DELETE /scans/{audit_id}, POST /checks, POST /fixes, POST /fixes/pages, POST /sign-ins, POST /journeys and GET /health.",
    );
};

/**
 * Creates the scanner's server: POST /scans, DELETE /scans/{audit_id} and our own extensions POST /checks, POST /fixes,
 * POST /fixes/pages, POST /sign-ins and POST /journeys, all of which require a signature, and GET /health.
 */
export const createScannerServer = (parts: ScannerParts): Server =>
  createServer((request, response) => {
    handle(request, response, parts).catch((error: unknown) => {
      const refused = toRefused(error);
      if (refused.status === 500) log.error({ err: error }, "request failed");
      answer(response, refused.status, { error: { code: refused.code, message: refused.message } });
      request.resume();
    });
  });
