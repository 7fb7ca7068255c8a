import { z } from "zod";
import { AppError } from "@/server/core/errors";
import { cleanText } from "@/server/core/plain-text";
import {
  BrowserHealth,
  type CheckRequest,
  JOURNEY_TRIAL_SECONDS,
  JOURNEY_WAIT_SECONDS,
  JourneyTrialRequest,
  type JourneyTrialRequestInput,
  JourneyTrialResult,
  PageFixRequest,
  type PageFixRequestInput,
  PageFixResult,
  PageTrialsRequest,
  type PageTrialsRequestInput,
  PageTrialsResult,
  ScanRequest,
  SIGNATURE_HEADER,
  SignInTrialRequest,
  type SignInTrialRequestInput,
  SignInTrialResult,
  SnippetCheckResult,
  signScannerBody,
} from "@/server/scanner/contract";
import type { ScannerHealth, ScannerPort } from "./port";

export type ScannerClient = Pick<
  ScannerPort,
  "start" | "cancel" | "check" | "fix" | "tryOnPages" | "trySignIn" | "tryJourney" | "health"
>;

const TIMEOUT_MS = 15_000;
const CHECK_TIMEOUT_MS = 60_000;
/** The scanner tries fixes on two pages at a time, for up to 50 s each. */
const FIX_TIMEOUT_MS = 120_000;
/** The scanner first finishes earlier requests, then spends up to 60 s trying a fix on more pages. */
const TRIALS_TIMEOUT_MS = 150_000;
/** The scanner spends up to 50 s trying a sign-in. */
const SIGN_IN_TIMEOUT_MS = 58_000;
/**
 * Covers the wait for other trials to end, the journey itself, and the time that the scanner needs to start a process,
 * find the website and take a screenshot of the page where the journey ended.
 */
const JOURNEY_TIMEOUT_MS = (JOURNEY_WAIT_SECONDS + JOURNEY_TRIAL_SECONDS + 50) * 1_000;
/** Longer than a readiness check waits, because the check doesn't count time during which this process couldn't run. */
const HEALTH_TIMEOUT_MS = 20_000;
/** A scanner may close an idle connection just as the next request is sent on it. */
const ownConnection = { connection: "close" };
/** HTTP statuses returned by a service that doesn't have the endpoint. */
const UNKNOWN = [404, 405, 501];

const HealthAnswer = z.object({ browser: BrowserHealth });

const unavailable = (cause: unknown): AppError =>
  new AppError("unavailable", "The scanner can't be reached right now.", undefined, { cause });

const BusyAnswer = z.object({ error: z.object({ code: z.literal("busy") }) });

const isBusy = (text: string): boolean => {
  try {
    return BusyAnswer.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};

/**
 * Returns what a scanner reports about its browser, or an empty object if the response isn't in our format. Third-party
 * scanners may use another format.
 */
const readBrowserHealth = (text: string): BrowserHealth => {
  try {
    return HealthAnswer.parse(JSON.parse(text)).browser;
  } catch {
    return {};
  }
};

const expect = async (response: Response, allowed: readonly number[]): Promise<string> => {
  const text = await response.text();
  if (response.ok || allowed.includes(response.status)) return text;
  if (response.status === 503 && isBusy(text))
    throw new AppError("unavailable", "The scanner is busy. Try again in a minute.");
  if (response.status >= 500) throw unavailable(new Error(`status ${response.status}: ${text.slice(0, 500)}`));
  throw new AppError(
    "upstream_failed",
    "The scanner rejected the request.",
    { status: response.status },
    { cause: text },
  );
};

const readResult = <Result>(schema: z.ZodType<Result>, text: string): Result => {
  try {
    const result: unknown = JSON.parse(text);
    cleanText(result);
    return schema.parse(result);
  } catch (error) {
    throw new AppError("upstream_failed", "The scanner returned an invalid response.", undefined, { cause: error });
  }
};

const readHealth = async (getBaseUrl: () => Promise<string>): Promise<ScannerHealth> => {
  try {
    const base = await getBaseUrl();
    const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    const response = await fetch(`${base.replace(/\/$/, "")}/health`, { headers: ownConnection, signal });
    const text = await response.text();
    const browser = readBrowserHealth(text);
    if (response.ok) return { ok: true, browser };
    return { ok: false, browser, error: new Error(`status ${response.status}: ${text.slice(0, 500)}`) };
  } catch (error) {
    return { ok: false, browser: {}, error };
  }
};

/**
 * Calls a scanner through the API in server/scanner/contract.ts, at a URL that can change between calls. Doesn't retry,
 * because the jobs that call the scanner do.
 */
export const createScannerClient = (getBaseUrl: () => Promise<string>, secret: string): ScannerClient => {
  const send = async (
    method: "POST" | "DELETE",
    path: string,
    body: string,
    timeoutMs = TIMEOUT_MS,
  ): Promise<Response> => {
    try {
      const base = await getBaseUrl();
      return await fetch(base.replace(/\/$/, "") + path, {
        method,
        headers: {
          "content-type": "application/json",
          [SIGNATURE_HEADER]: signScannerBody(secret, body),
          ...ownConnection,
        },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (error) {
      throw unavailable(error);
    }
  };
  /** Returns null if the scanner doesn't have the endpoint. */
  const call = async <Result>(
    path: string,
    request: object,
    timeoutMs: number,
    schema: z.ZodType<Result>,
  ): Promise<Result | null> => {
    const response = await send("POST", path, JSON.stringify(request), timeoutMs);
    const text = await expect(response, UNKNOWN);
    return UNKNOWN.includes(response.status) ? null : readResult(schema, text);
  };
  return {
    start: async (request) => {
      await expect(await send("POST", "/scans", JSON.stringify(ScanRequest.parse(request))), []);
    },
    check: (request: CheckRequest) => call("/checks", request, CHECK_TIMEOUT_MS, SnippetCheckResult),
    fix: (request: PageFixRequestInput) => call("/fixes", PageFixRequest.parse(request), FIX_TIMEOUT_MS, PageFixResult),
    tryOnPages: (request: PageTrialsRequestInput) =>
      call("/fixes/pages", PageTrialsRequest.parse(request), TRIALS_TIMEOUT_MS, PageTrialsResult),
    trySignIn: (request: SignInTrialRequestInput) =>
      call("/sign-ins", SignInTrialRequest.parse(request), SIGN_IN_TIMEOUT_MS, SignInTrialResult),
    tryJourney: (request: JourneyTrialRequestInput) =>
      call("/journeys", JourneyTrialRequest.parse(request), JOURNEY_TIMEOUT_MS, JourneyTrialResult),
    cancel: async (auditId) => {
      const body = JSON.stringify({ audit_id: auditId });
      await expect(await send("DELETE", `/scans/${encodeURIComponent(auditId)}`, body), [404, 410]);
    },
    health: () => readHealth(getBaseUrl),
  };
};
