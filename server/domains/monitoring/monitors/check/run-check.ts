import type { IncomingMessage } from "node:http";
import { isUrl } from "@/server/core/is-url";
import type { Guard } from "@/server/outside/guard";
import { Deadline } from "./deadline";
import { CheckFailure, type FailureKind, toFailure, wrongStatus } from "./failure";
import { type ConnectionFacts, openConnection } from "./open-connection";
import { readBody, sendRequest } from "./send-request";
import type { StarvationWatch } from "./watch-starvation";

export interface CheckTarget {
  url: string;
  method: string;
  timeout_ms: number;
  expected_status: readonly number[];
  keyword: string | null;
}

export interface CheckResult {
  /** `unsure` if a failure proves nothing, because this process was starved; `stopped` if the check was aborted. */
  outcome: "ok" | "failed" | "unsure" | "stopped";
  kind: FailureKind | null;
  checked_at: Date;
  http_status: number | null;
  /** Time from the start of the check, including redirects, to the response headers. */
  response_ms: number | null;
  error: string | null;
  certificate_expires_at: Date | null;
  /** The last host requested and the IP address of its connection. */
  host: string;
  port: number;
  address: string | null;
}

export interface CheckTools {
  guard: Guard;
  watch: StarvationWatch;
  /** Aborts the check without a result. */
  stop?: AbortSignal;
}

const mostRedirects = 10;

/** Failures that can be caused by starvation of this process. */
const doubtful: readonly FailureKind[] = ["dns", "slow", "broken"];

type Stage = "connecting" | "waiting for the response" | "reading the page";

interface State extends ConnectionFacts {
  url: URL;
  stage: Stage;
  http_status: number | null;
  response_ms: number | null;
}

const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

const placeOf = (url: URL) => {
  const secure = url.protocol === "https:";
  return { host: bareHost(url), port: Number(url.port) || (secure ? 443 : 80), secure };
};

const nextUrl = ({ statusCode = 0, headers }: IncomingMessage, { url }: State, target: CheckTarget): URL | null => {
  const { location } = headers;
  if (statusCode < 300 || statusCode > 399 || location === undefined) return null;
  if (target.expected_status.includes(statusCode)) return null;
  const next = isUrl(location, url.href) ? new URL(location, url.href) : null;
  if (next && /^https?:$/.test(next.protocol)) return next;
  throw new CheckFailure("redirects", "The redirect doesn't lead to a valid URL.");
};

const checkResponse = async (answer: IncomingMessage, state: State, target: CheckTarget): Promise<void> => {
  const { statusCode = 0 } = answer;
  state.http_status = statusCode;
  if (!target.expected_status.includes(statusCode)) throw wrongStatus(statusCode, target.expected_status);
  state.stage = "reading the page";
  if (!(await readBody(answer, target.keyword)))
    throw new CheckFailure("keyword", `The page doesn't contain "${target.keyword}".`);
};

const follow = async (target: CheckTarget, state: State, { guard }: CheckTools, deadline: Deadline): Promise<void> => {
  const started = performance.now();
  const method = target.method === "HEAD" ? "HEAD" : "GET";
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    state.stage = "connecting";
    const connection = await openConnection(guard, placeOf(state.url), state, deadline.signal);
    try {
      state.stage = "waiting for the response";
      const answer = await sendRequest(connection, { method, url: state.url });
      const next = nextUrl(answer, state, target);
      if (next === null) {
        state.response_ms = Math.max(0, Math.round(performance.now() - started - deadline.lostMs()));
        return await checkResponse(answer, state, target);
      }
      state.url = next;
    } finally {
      connection.destroy();
    }
  }
  throw new CheckFailure("redirects", `The URL redirects more than ${mostRedirects} times.`);
};

const cutOff = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(new Error("the check was aborted")), { once: true }),
  );

const seconds = (ms: number): string => `${ms / 1_000} ${ms === 1_000 ? "second" : "seconds"}`;

const failureOf = (error: unknown, target: CheckTarget, state: State, deadline: Deadline): CheckFailure =>
  deadline.end === null
    ? toFailure(error, placeOf(state.url))
    : new CheckFailure("timeout", `The check took longer than ${seconds(target.timeout_ms)} (${state.stage}).`);

const outcomeOf = ({ kind }: CheckFailure, deadline: Deadline): CheckResult["outcome"] => {
  if (deadline.end === "stopped") return "stopped";
  if (deadline.end === "starved") return "unsure";
  return doubtful.includes(kind) && deadline.lostMs() > 0 ? "unsure" : "failed";
};

/**
 * Checks a website once. Every request, including redirects, uses a new connection through the guard. Never rejects:
 * the result describes any failure in words that the website's owner can understand.
 */
export const runCheck = async (target: CheckTarget, tools: CheckTools): Promise<CheckResult> => {
  const checked_at = new Date();
  const state: State = {
    url: new URL(target.url),
    stage: "connecting",
    http_status: null,
    response_ms: null,
    certificate_expires_at: null,
    address: null,
  };
  const deadline = new Deadline(target.timeout_ms, tools.watch);
  const stop = (): void => deadline.finish("stopped");
  tools.stop?.addEventListener("abort", stop, { once: true });
  let failure: CheckFailure | null = null;
  try {
    const work = follow(target, state, tools, deadline);
    work.catch(() => undefined);
    await Promise.race([work, cutOff(deadline.signal)]);
  } catch (error) {
    failure = failureOf(error, target, state, deadline);
  } finally {
    deadline.close();
    tools.stop?.removeEventListener("abort", stop);
  }
  const { http_status, response_ms, certificate_expires_at, address } = state;
  const { host, port } = placeOf(state.url);
  const facts = { checked_at, http_status, response_ms, certificate_expires_at, host, port, address };
  if (!failure) return { ...facts, outcome: "ok", kind: null, error: null };
  return { ...facts, outcome: outcomeOf(failure, deadline), kind: failure.kind, error: failure.message };
};
