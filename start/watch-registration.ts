import { createHash } from "node:crypto";
import { z } from "zod";
import { functions } from "@/inngest";
import { env } from "@/server/core/env";
import { engineProbed } from "@/server/core/events";
import { newId } from "@/server/core/ids";
import { log } from "@/server/core/log";
import { drainOutbox, sendEvent } from "@/server/endpoint/event-outbox";
import { lastEngineCall, missingJobs, setJobs, setMissingJobs } from "@/server/endpoint/job-registration";
import { patienceMs } from "@/server/endpoint/pending-jobs";
import { repeat, type StopRepeating } from "./repeat";

const appId = "curbcut";
const cloudUrl = "https://api.inngest.com";
const timeoutMs = 5_000;
/** How often to query the engine once it has registered all jobs. */
const calmMs = 60_000;
const eagerMs = Math.min(5_000, patienceMs());

const ownJobs = (): string[] => functions.map((each) => each.id());

const triggersOf = (each: (typeof functions)[number]): string[] =>
  (each.opts.triggers ?? []).flatMap((trigger) => {
    const { event } = trigger as { event?: unknown };
    return typeof event === "string" ? [event] : [];
  });

const jobsByEvent = (): Map<string, string[]> => {
  const jobs = new Map<string, string[]>();
  for (const each of functions)
    for (const event of triggersOf(each)) jobs.set(event, [...(jobs.get(event) ?? []), each.id()]);
  return jobs;
};

/** Returns the key in the form that Inngest's API accepts: its prefix, and the hash of the rest. */
const hashedKey = (signingKey: string): string => {
  const [prefix = ""] = /^signkey-\w+-/.exec(signingKey) ?? [];
  return prefix + createHash("sha256").update(signingKey.slice(prefix.length), "hex").digest("hex");
};

/** A self-hosted server capitalises the field names, as Go does. */
const Registered = z
  .array(z.object({ slug: z.string().optional(), Slug: z.string().optional() }))
  .nullable()
  .transform((list) => (list ?? []).map(({ slug, Slug }) => slug ?? Slug ?? ""));

/** Returns the ids of the jobs that the engine has registered, or null if it doesn't list them. */
const readRegistered = async (): Promise<string[] | null> => {
  const response = await fetch(`${env.INNGEST_BASE_URL ?? cloudUrl}/v1/apps/${appId}/functions`, {
    headers: { authorization: `Bearer ${hashedKey(env.INNGEST_SIGNING_KEY ?? "")}` },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status >= 500) throw new Error(`The job engine returned ${response.status}.`);
  const text = await response.text();
  if (!response.ok) return null;
  try {
    const body: unknown = JSON.parse(text);
    const list = Registered.safeParse(Array.isArray(body) || body === null ? body : (body as { data?: unknown }).data);
    return list.success ? list.data.map((slug) => slug.replace(`${appId}-`, "")) : null;
  } catch {
    return null;
  }
};

/**
 * Sends a probe to an engine that doesn't list its registered jobs. If the engine calls this process, it has registered
 * all of our jobs.
 */
const probe = async (): Promise<string[]> => {
  if (lastEngineCall() > 0) return [];
  await sendEvent({ id: newId(), ...engineProbed.create({}) });
  return ownJobs();
};

const findMissing = async (): Promise<string[]> => {
  const registered = await readRegistered();
  if (!registered) return probe();
  return ownJobs().filter((job) => !registered.includes(job));
};

const report = (before: readonly string[], missing: readonly string[]): void => {
  if (before.join() === missing.join()) return;
  const address = `${env.BASE_URL}/api/inngest`;
  if (missing.length === 0) log.info("all jobs registered with the job engine");
  else log.warn({ missing, address }, "some jobs not registered with the job engine yet; events for them are on hold");
};

const check = async (): Promise<void> => {
  try {
    const [before, missing] = [missingJobs(), (await findMissing()).sort()];
    setMissingJobs(missing);
    report(before, missing);
    if (missing.length < before.length) void drainOutbox();
  } catch (error) {
    log.warn({ err: error }, "failed to get the registered jobs from the job engine");
  }
};

/** Tells the event outbox which jobs each event starts. The embedded engine registers all jobs when it starts. */
export const planJobs = (): void => setJobs(jobsByEvent());

/**
 * Compares our jobs with those that Inngest has registered, now and at intervals. Returns a function that stops the
 * comparison.
 */
export const watchRegistration = (): StopRepeating => {
  setMissingJobs(ownJobs());
  let last = 0;
  return repeat(async () => {
    if (missingJobs().length === 0 && Date.now() - last < calmMs) return;
    last = Date.now();
    await check();
  }, eagerMs);
};
