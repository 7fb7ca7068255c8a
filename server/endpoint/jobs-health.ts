import { processWide } from "@/server/core/process-wide";

interface JobsHealth {
  kind: "embedded" | "inngest";
  ok: boolean;
  /** Ids of jobs that the engine hasn't registered. Their events stay stored. */
  missing?: string[];
}

const health = processWide<() => JobsHealth>("jobs-health");

/** Sets the function that reads the health of the jobs; called once at startup. */
export const reportJobsHealth = (read: () => JobsHealth): void => {
  health.value = read;
};

/** Reports whether events are accepted and processed. */
export const jobsHealth = (): JobsHealth => health.value?.() ?? { kind: "embedded", ok: false };
