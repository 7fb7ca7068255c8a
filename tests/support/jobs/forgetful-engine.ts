import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Inngest } from "inngest";
import { type EmbeddedRunner, startEmbeddedRunner } from "@/inngest/embedded";
import { createGateway, embeddedClientOptions, type Gateway } from "@/inngest/embedded/gateway";
import { cloneMemoryDatabase, type Database } from "@/server/adapters/database";

interface ReceivedEvent {
  id: string;
  name: string;
}

interface Reply {
  status: number;
  value: unknown;
}

/**
 * An Inngest server that loses data. It speaks Inngest's protocol over HTTP: it receives events, calls functions at
 * /api/inngest and stores steps. Its state is in its own database. It responds to events with 200 even if it then loses
 * them.
 */
export class ForgetfulEngine {
  readonly url: string;
  /** Every event received, including those that were lost. */
  readonly received: ReceivedEvent[] = [];
  /** Whether an event is lost on receipt. */
  loses: (event: ReceivedEvent) => boolean = () => false;
  /**
   * Whether a run is lost once this many of its steps have been stored. Its function then gets a 404 and has to stop.
   */
  losesRunAfter: (functionId: string, steps: number) => boolean = () => false;
  /** Whether a run is lost before its function is called. */
  losesRunBefore: (functionId: string) => boolean = () => false;
  /** Whether the server supports GET /v1/apps/…/functions, as newer Inngest servers do. */
  listsFunctions = true;

  private readonly gateway: Gateway = createGateway(0);
  private readonly http = createServer((request, response) => void this.answer(request, response));
  private readonly steps = new Map<string, number>();
  private app = "";
  private database: Database | undefined;
  private runner: EmbeddedRunner | undefined;
  private functionIds: string[] = [];

  /** Returns the settings of an app that uses this engine. */
  get settings(): Record<string, string> {
    return {
      INNGEST_EVENT_KEY: "known-to-tests-alone",
      INNGEST_SIGNING_KEY: this.gateway.signingKey,
      INNGEST_BASE_URL: this.url,
    };
  }

  /** The URL is known immediately, because listening without a host name needs no DNS lookup. */
  constructor() {
    this.http.listen(0);
    this.url = `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  /** Registers the app's functions and deletes all other state. */
  async register(appUrl: string): Promise<void> {
    await this.loseState();
    this.app = appUrl;
    this.database = await cloneMemoryDatabase();
    this.runner = await startEmbeddedRunner({
      database: this.database,
      client: new Inngest({ id: "unused", ...embeddedClientOptions(this.gateway) }),
      functions: [],
      handler: (request) => this.call(request),
      gateway: this.gateway,
      backoffMs: () => 50,
    });
    const crons = await this.database.sql.query<{ fn_id: string }>("select fn_id from runner.cron");
    this.functionIds = [...new Set([...this.registeredIds, ...crons.map(({ fn_id }) => fn_id)])];
  }

  /** Deletes all state, including the app's registration, as if the server had lost its data. */
  async loseState(): Promise<void> {
    this.functionIds = [];
    this.steps.clear();
    await this.runner?.stop(0);
    await this.database?.close();
    this.runner = undefined;
    this.database = undefined;
  }

  async stop(): Promise<void> {
    await this.loseState();
    this.http.closeAllConnections();
    this.http.close();
  }

  private registeredIds: string[] = [];

  private get isRegistered(): boolean {
    return this.runner !== undefined;
  }

  private async call(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const body = await request.text();
    const headers = Object.fromEntries([...request.headers].filter(([name]) => name !== "host"));
    const functionId = url.searchParams.get("fnId");
    const runId = request.headers.get("x-run-id");
    if (functionId && runId && this.losesRunBefore(functionId)) {
      await this.loseRun(runId);
      return new Response("null");
    }
    const response = await fetch(`${this.app}/api/inngest${url.search}`, { method: request.method, headers, body });
    if (request.method === "PUT") this.noteFunctions(await response.clone().json());
    return response;
  }

  private noteFunctions(body: { functions?: { id: string }[] }): void {
    this.registeredIds = (body.functions ?? []).map(({ id }) => id);
  }

  private async loseRun(runId: string): Promise<void> {
    await this.database?.sql.query("delete from runner.run where id = $1", [runId]);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, value } = await this.reply(request).catch((error: unknown) => ({
      status: 500,
      value: { error: String(error) },
    }));
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  }

  private async reply(request: IncomingMessage): Promise<Reply> {
    const [path = ""] = (request.url ?? "").split("?");
    const body = await text(request);
    if (path === "/v1/apps/curbcut/functions") return this.listFunctions(request);
    const runId = /^\/v1\/checkpoint\/([^/]+)\/async$/.exec(path)?.[1];
    if (runId) return this.checkpoint(runId, path, body);
    if (path.startsWith("/e/")) return this.takeEvents(path, body, request);
    return { status: 404, value: { error: "not found" } };
  }

  private listFunctions({ headers }: IncomingMessage): Reply {
    if (!this.listsFunctions) return { status: 404, value: { error: "not found" } };
    const key = this.gateway.signingKey;
    const [prefix = ""] = /^signkey-\w+-/.exec(key) ?? [];
    const hash = createHash("sha256").update(key.slice(prefix.length), "hex").digest("hex");
    if (headers.authorization !== `Bearer ${prefix}${hash}`) return { status: 401, value: { error: "No auth found" } };
    return { status: 200, value: this.functionIds.map((Slug) => ({ Slug })) };
  }

  private async takeEvents(path: string, body: string, { headers }: IncomingMessage): Promise<Reply> {
    const given = JSON.parse(body) as ReceivedEvent | ReceivedEvent[];
    const events = Array.isArray(given) ? given : [given];
    this.received.push(...events.map(({ id, name }) => ({ id, name })));
    const kept = this.isRegistered ? events.filter((event) => !this.loses(event)) : [];
    if (kept.length > 0) {
      const seed = String(headers["x-inngest-event-id-seed"] ?? "");
      await this.forward(path, JSON.stringify(kept), seed);
    }
    return { status: 200, value: { ids: events.map(({ id }) => id), status: 200 } };
  }

  private async checkpoint(runId: string, path: string, body: string): Promise<Reply> {
    const [run] =
      (await this.database?.sql.query<{ fn_id: string }>("select fn_id from runner.run where id = $1", [runId])) ?? [];
    if (!run) return { status: 404, value: { error: "no such run" } };
    const answer = await this.forward(path, body, "");
    const steps = (this.steps.get(runId) ?? 0) + (JSON.parse(body) as { steps: unknown[] }).steps.length;
    this.steps.set(runId, steps);
    if (!this.losesRunAfter(run.fn_id, steps)) return answer;
    await this.loseRun(runId);
    return { status: 404, value: { error: "no such run" } };
  }

  private async forward(path: string, body: string, seed: string): Promise<Reply> {
    const headers = seed ? { "x-inngest-event-id-seed": seed } : {};
    const response = await this.gateway.fetch(`http://inngest.embedded${path}`, { method: "POST", body, headers });
    return { status: response.status, value: (await response.json()) as unknown };
  }
}
