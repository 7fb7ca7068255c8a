import { randomBytes } from "node:crypto";
import { z } from "zod";
import { oncePerProcess } from "@/server/core/process-wide";
import { embeddedOrigin } from "./call-function";
import { Checkpoint, IncomingEvent } from "./wire";

/** The job engine's interface to the SDK, in place of Inngest's HTTP API. */
export interface RunnerApi {
  ingest(events: readonly IncomingEvent[], seed: string | null): Promise<string[]>;
  checkpoint(runId: string, checkpoint: Checkpoint): Promise<boolean>;
}

/** Forwards the SDK's outgoing requests to a job engine in the same process. */
export interface Gateway {
  signingKey: string;
  fetch: typeof fetch;
  /** Connects a job engine. Earlier requests wait until this is called. */
  attach(api: RunnerApi): void;
}

/** How long requests wait for a job engine. If none ever starts, waiting longer would look like a hang. */
const patienceMs = 30_000;

const answer = (status: number, body: object): Response => Response.json(body, { status });

const refuse = (status: number, error: string): Response => answer(status, { ids: [], status, error });

const takeEvents = async (api: RunnerApi, body: unknown, seed: string | null): Promise<Response> => {
  const events = z.array(IncomingEvent).safeParse(Array.isArray(body) ? body : [body]);
  if (!events.success) return refuse(400, z.prettifyError(events.error));
  return answer(200, { ids: await api.ingest(events.data, seed), status: 200 });
};

const takeCheckpoint = async (api: RunnerApi, runId: string, body: unknown): Promise<Response> => {
  const accepted = await api.checkpoint(runId, Checkpoint.parse(body));
  return accepted
    ? answer(200, { data: {} })
    : refuse(409, "This call can't continue. The job will continue later or in another process.");
};

/** Creates a gateway with a random signing key; requests wait up to `holdMs` milliseconds for a job engine. */
export const createGateway = (holdMs = patienceMs): Gateway => {
  const waiting = new Set<(api: RunnerApi) => void>();
  let current: RunnerApi | null = null;

  const waitForRunner = (): Promise<RunnerApi | null> =>
    new Promise((resolve) => {
      if (current) return resolve(current);
      const hold = (api: RunnerApi | null): void => {
        waiting.delete(hold);
        clearTimeout(timer);
        resolve(api);
      };
      const timer = setTimeout(() => hold(null), holdMs);
      waiting.add(hold);
    });

  const handle = async (url: URL, init: RequestInit | undefined): Promise<Response> => {
    const runId = /^\/v1\/checkpoint\/([^/]+)\/async$/.exec(url.pathname)?.[1];
    if (!runId && !url.pathname.startsWith("/e/"))
      return refuse(501, `The embedded job engine doesn't support ${url.pathname}, which needs a real Inngest server.`);
    const api = await waitForRunner();
    if (!api) return refuse(503, "The embedded job engine hasn't started.");
    const body: unknown = JSON.parse(String(init?.body));
    if (runId) return takeCheckpoint(api, decodeURIComponent(runId), body);
    return takeEvents(api, body, new Headers(init?.headers).get("x-inngest-event-id-seed"));
  };

  return {
    signingKey: `signkey-embedded-${randomBytes(32).toString("hex")}`,
    fetch: async (input, init) => {
      try {
        return await handle(new URL(input instanceof Request ? input.url : input), init);
      } catch (error) {
        return refuse(500, error instanceof Error ? error.message : String(error));
      }
    },
    attach: (api) => {
      current = api;
      for (const resume of waiting) resume(api);
    },
  };
};

/** Returns the process's single gateway, even if a bundler evaluates this module more than once. */
export const embeddedGateway = (): Gateway => oncePerProcess("job-gateway", createGateway);

/** Returns options that connect an Inngest client to the embedded job engine, with signatures enabled. */
export const embeddedClientOptions = ({ fetch, signingKey }: Gateway) => ({
  baseUrl: embeddedOrigin,
  eventKey: "embedded",
  fetch,
  isDev: false,
  signingKey,
});
