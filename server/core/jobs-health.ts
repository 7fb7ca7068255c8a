interface JobsHealth {
  kind: "embedded" | "inngest";
  ok: boolean;
}

const globals = globalThis as typeof globalThis & { curbcutJobsHealth?: () => JobsHealth };

/** Set once at start-up by whoever runs the jobs. */
export const reportJobsHealth = (read: () => JobsHealth): void => {
  globals.curbcutJobsHealth = read;
};

/** Whether events are being taken and worked on. */
export const jobsHealth = (): JobsHealth => globals.curbcutJobsHealth?.() ?? { kind: "embedded", ok: false };
