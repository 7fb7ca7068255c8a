import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { z } from "zod";
import { log } from "@/server/core/log";
import { type ScanCallbackInput, SIGNATURE_HEADER, signScannerBody } from "../contract";
import type { DocumentParcel, PageParcel, Parcel } from "./worker-messages";

/**
 * `ignored`: there is no point in continuing the scan, because the app considers the audit ended. `refused`: the app
 * will never accept this event, however often it is sent.
 */
export type Acknowledgement = "applied" | "ignored" | "refused";

/** An event with its pages and documents as serialised by the workers. */
export type CallbackParcel = Omit<ScanCallbackInput, "pages" | "documents"> & {
  pages: readonly PageParcel[];
  documents?: readonly DocumentParcel[];
};

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

/** Reports whether the audit no longer exists, in which case retrying can't help. */
const isGone = (status: number): boolean => status === 404 || status === 410;

/** Statuses that may be temporary: a wrong clock or secret may be corrected, and a conflict or a limit may pass. */
const mayPass = new Set([401, 403, 408, 409, 425, 429]);
const isRefused = (status: number): boolean => status >= 400 && status < 500 && !mayPass.has(status);

const join = (parcels: readonly Parcel[]): string => `[${parcels.map(({ json }) => json).join()}]`;

/**
 * Joins the results as the workers serialised them, because the process that delivers them mustn't parse content from
 * websites.
 */
const serialise = ({ pages, documents = [], ...event }: CallbackParcel): string =>
  `${JSON.stringify(event).slice(0, -1)},"pages":${join(pages)},"documents":${join(documents)}}`;

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

/** Returns null if the event should be sent again. */
const readReply = async (response: Response, first: boolean): Promise<Acknowledgement | null> => {
  // If the app ignores a repeated event, it may have applied the first copy, whose response was then lost.
  if (response.ok) return first ? readAcknowledgement(response) : "applied";
  if (isGone(response.status)) return "ignored";
  return isRefused(response.status) ? "refused" : null;
};

/**
 * Posts one event to the app, compressed and signed, and retries with increasing pauses until the event is
 * acknowledged. Throws UndeliverableError after 15 minutes, not counting the time for which this process was suspended.
 * Throws the signal's reason if the signal is aborted.
 */
export const deliverCallback = async (
  url: string,
  secret: string,
  event: CallbackParcel,
  signal: AbortSignal,
): Promise<Acknowledgement> => {
  const body = await compress(serialise(event));
  let spentMs = 0;
  for (let pause = FIRST_PAUSE_MS, first = true; ; pause = Math.min(pause * 2, MAX_PAUSE_MS), first = false) {
    let problem: string;
    const startedAt = performance.now();
    try {
      const response = await post(url, secret, body, signal);
      const reply = await readReply(response, first);
      if (reply !== null) return reply;
      problem = `status ${response.status}`;
    } catch (error) {
      signal.throwIfAborted();
      problem = error instanceof Error ? error.message : String(error);
    }
    spentMs += Math.min(performance.now() - startedAt, REQUEST_TIMEOUT_MS) + pause;
    if (spentMs > GIVE_UP_AFTER_MS) throw new UndeliverableError(`${url} didn't accept the results: ${problem}`);
    log.warn({ audit_id: event.audit_id, sequence: event.sequence, problem }, "callback not acknowledged; retrying");
    await sleep(pause, undefined, { signal });
  }
};
