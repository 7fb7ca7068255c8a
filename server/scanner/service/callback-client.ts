import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { z } from "zod";
import { log } from "@/server/core/log";
import { type ScanCallbackInput, SIGNATURE_HEADER, signScannerBody } from "../contract";

/** `ignored`: the audit is over for the app, so that going on with the scan is pointless. */
export type Acknowledgement = "applied" | "ignored";

export class UndeliverableError extends Error {
  override readonly name = "UndeliverableError";
}

const REQUEST_TIMEOUT_MS = 30_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 15_000;
const GIVE_UP_AFTER_MS = 15 * 60_000;

const compress = promisify(gzip);
const Ignored = z.union([
  z.object({ ignored: z.literal(true) }),
  z.object({ data: z.object({ ignored: z.literal(true) }) }),
]);

/** No audit there any more: trying again cannot help. */
const isGone = (status: number): boolean => status === 404 || status === 410;

const post = async (url: string, secret: string, body: Buffer, signal: AbortSignal): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "content-encoding": "gzip",
      [SIGNATURE_HEADER]: signScannerBody(secret, body),
    },
    body: new Uint8Array(body),
    signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
  });

const readAcknowledgement = async (response: Response): Promise<Acknowledgement> => {
  const text = await response.text();
  try {
    return Ignored.safeParse(JSON.parse(text)).success ? "ignored" : "applied";
  } catch {
    return "applied";
  }
};

/**
 * Posts one event to the app, gzipped and signed, again and again with growing pauses for a quarter of an hour until it is
 * acknowledged. Throws UndeliverableError after that, or the signal's reason.
 */
export const deliverCallback = async (
  url: string,
  secret: string,
  event: ScanCallbackInput,
  signal: AbortSignal,
): Promise<Acknowledgement> => {
  const body = await compress(JSON.stringify(event));
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  for (let pause = FIRST_PAUSE_MS, first = true; ; pause = Math.min(pause * 2, MAX_PAUSE_MS), first = false) {
    let problem: string;
    try {
      const response = await post(url, secret, body, signal);
      // A repeated event may be ignored only because its first copy was applied and the answer lost.
      if (response.ok) return first ? await readAcknowledgement(response) : "applied";
      if (isGone(response.status)) return "ignored";
      problem = `status ${response.status}`;
    } catch (error) {
      signal.throwIfAborted();
      problem = error instanceof Error ? error.message : String(error);
    }
    if (performance.now() + pause > giveUpAt)
      throw new UndeliverableError(`${url} did not take the results: ${problem}`);
    log.warn(
      { audit_id: event.audit_id, sequence: event.sequence, problem },
      "callback not acknowledged, trying again",
    );
    await sleep(pause, undefined, { signal });
  }
};
