export const statuses = ["open", "ignored", "false_positive"] as const;
export type Status = (typeof statuses)[number];

/** Returns the triage status in the URL; an empty filter for an unknown one. */
export const statusFilter = (given: string | undefined): { status?: Status } => {
  const status = statuses.find((each) => each === given);
  return status ? { status } : {};
};
