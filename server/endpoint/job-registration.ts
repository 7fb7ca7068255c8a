import { oncePerProcess } from "@/server/core/process-wide";

/** The jobs to register with the engine, and those that the engine hasn't registered. */
interface Registration {
  /** Ids of the jobs that each event starts, by event name. */
  jobsByEvent: ReadonlyMap<string, readonly string[]>;
  missing: ReadonlySet<string>;
  /** Time at which the engine last called a job of this process, in milliseconds since 1970. */
  calledAt: number;
}

const registration = oncePerProcess(
  "job-registration",
  (): Registration => ({ jobsByEvent: new Map(), missing: new Set(), calledAt: 0 }),
);

/** Sets the jobs; called once at startup. Until then, the jobs that events start aren't recorded. */
export const setJobs = (jobsByEvent: ReadonlyMap<string, readonly string[]>): void => {
  registration.jobsByEvent = jobsByEvent;
};

export const jobsOf = (eventName: string): readonly string[] => registration.jobsByEvent.get(eventName) ?? [];

/** Sets the jobs that the engine hasn't registered. Events that start one of these jobs stay stored. */
export const setMissingJobs = (jobs: Iterable<string>): void => {
  registration.missing = new Set(jobs);
};

export const missingJobs = (): string[] => [...registration.missing].sort();

/**
 * Returns the names of the events that the engine would accept but lose, because a job that they trigger isn't
 * registered.
 */
export const heldEvents = (): string[] =>
  [...registration.jobsByEvent]
    .filter(([, jobs]) => jobs.some((job) => registration.missing.has(job)))
    .map(([name]) => name);

/** Records that the engine has just called a job. */
export const recordEngineCall = (): void => {
  registration.calledAt = Date.now();
};

export const lastEngineCall = (): number => registration.calledAt;
