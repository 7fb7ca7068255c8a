import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expand } from "./expand";
import { type Field, parseForm, StripeProblem } from "./form";
import { newStripeId, StripeObjects } from "./objects";
import { routes } from "./routes";
import { StripeWorld } from "./world";

/** The error to simulate for the next call. */
export type PlannedError =
  /** The call is rejected with this status before anything is done. */
  | { kind: "refuse"; status: number; headers?: Record<string, string> }
  /** The call fails halfway with status 500. As with Stripe, later calls with the same key get the same error. */
  | { kind: "break" }
  /** The call is accepted but never gets a response. */
  | { kind: "hang" }
  /** The call is carried out, but the connection is closed without a response. */
  | { kind: "drop" };

export interface StripeCall {
  method: string;
  path: string;
  form: Field[];
  key: string | null;
}

interface Kept {
  fingerprint: string;
  status: number;
  body: unknown;
}

const brokenDown = { status: 500, body: { error: { type: "api_error", message: "An unknown error occurred." } } };
const otherUse = { type: "idempotency_error" };

const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void =>
  void response
    .writeHead(status, { "Content-Type": "application/json", "Request-Id": newStripeId("req"), ...headers })
    .end(JSON.stringify(body));

/** One Stripe account on an HTTP server, API version 2026-10-28.endive. */
export class StripeServer {
  readonly objects = new StripeObjects();
  readonly world = new StripeWorld();
  /** Calls with a valid API key, oldest first. */
  readonly calls: StripeCall[] = [];
  readonly apiKey = "sk_test_double";
  /** The errors to simulate for the next calls, one for each call. */
  readonly plannedErrors: PlannedError[] = [];
  /** Delays every call until the promise settles, so that several calls are in progress at once; null delays none. */
  gate: Promise<void> | null = null;
  /**
   * Delays the responses to calls to this path until the promise settles. By then, the data in them may be out of date.
   */
  slowResponse: { path: string; until: Promise<void> } | null = null;
  private readonly kept = new Map<string, Kept>();
  private readonly busy = new Set<string>();
  private readonly server = createServer((request, response) => {
    this.answer(request, response).catch((error: unknown) => {
      if (!(error instanceof StripeProblem)) throw error;
      const { status, message, details } = error;
      send(response, status, { error: { type: "invalid_request_error", message, ...details } });
    });
  });

  async start(): Promise<void> {
    await once(this.server.listen(0, "127.0.0.1"), "listening");
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await this.read(request);
    this.calls.push(call);
    const planned = this.plannedErrors.shift();
    if (planned?.kind === "hang") return;
    if (planned?.kind === "refuse") {
      const type = planned.status < 500 ? "invalid_request_error" : "api_error";
      return send(response, planned.status, { error: { type, message: "Told to fail." } }, planned.headers);
    }
    const fingerprint = createHash("sha256")
      .update(JSON.stringify({ ...call, key: null }))
      .digest("hex");
    const earlier = this.earlier(call, fingerprint);
    if (earlier) return send(response, earlier.status, earlier.body, { "Idempotent-Replayed": "true" });
    const slow = this.slowResponse?.path === call.path ? this.slowResponse.until : null;
    const { status, body } = await this.once(call, fingerprint, planned);
    await slow;
    if (planned?.kind === "drop") response.destroy();
    else send(response, status, body);
  }

  private async read(request: IncomingMessage): Promise<StripeCall> {
    const body = await text(request);
    const [, given] = /^Bearer (.*)$/.exec(request.headers.authorization ?? "") ?? [];
    if (given === undefined) throw new StripeProblem(401, "You did not provide an API key.");
    if (given !== this.apiKey) throw new StripeProblem(401, "Invalid API Key provided: sk_test_****");
    const { method = "GET", url = "/", headers } = request;
    if (body && !headers["content-type"]?.startsWith("application/x-www-form-urlencoded"))
      throw new StripeProblem(400, "Invalid request (check that your POST content type is form-encoded).");
    const key = headers["idempotency-key"];
    const { pathname: path, search } = new URL(url, this.url);
    const form = [...parseForm(search), ...parseForm(body)];
    return { method, path, form, key: typeof key === "string" ? key : null };
  }

  /**
   * Returns the response stored for this key; throws if the key was used for another call, or for a call that is still
   * in progress.
   */
  private earlier({ key }: StripeCall, fingerprint: string): Kept | null {
    if (key === null) return null;
    if (key.length > 255) throw new StripeProblem(400, "Idempotency keys can have up to 255 characters.", otherUse);
    if (this.busy.has(key)) {
      const details = { ...otherUse, code: "idempotency_key_in_use" };
      throw new StripeProblem(409, "There is another in-progress request using this Idempotent Key.", details);
    }
    const earlier = this.kept.get(key);
    if (earlier && earlier.fingerprint !== fingerprint)
      throw new StripeProblem(400, "Keys for idempotent requests can only be used with the same parameters.", otherUse);
    return earlier ?? null;
  }

  private async once(call: StripeCall, fingerprint: string, planned: PlannedError | undefined): Promise<Kept> {
    const { key } = call;
    if (key !== null) this.busy.add(key);
    try {
      await this.gate;
      const result = planned?.kind === "break" ? brokenDown : { status: 200, body: structuredClone(this.work(call)) };
      const kept = { fingerprint, ...result };
      if (key !== null) this.kept.set(key, kept);
      return kept;
    } finally {
      if (key !== null) this.busy.delete(key);
    }
  }

  private work({ method, path, form }: StripeCall): unknown {
    for (const [verb, pattern, handle] of routes) {
      const found = verb === method ? pattern.exec(path) : null;
      if (!found) continue;
      const { world, objects } = this;
      const answer = handle({ world, objects, form, id: found[1] ?? "" });
      const paths = form.filter(({ path: [name] }) => name === "expand").map(({ value }) => value);
      const shown = "id" in answer ? (world.find(answer.id) ?? answer) : answer;
      return expand(world, shown, paths);
    }
    throw new StripeProblem(404, `Unrecognized request URL (${method}: ${path}).`);
  }
}
