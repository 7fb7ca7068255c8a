export const statuses = ["open", "ignored", "false_positive"] as const;
export type Status = (typeof statuses)[number];

/** Returns a filter for the triage status in the URL, or an empty filter if the status is unknown. */
export const statusFilter = (given: string | undefined): { status?: Status } => {
  const status = statuses.find((each) => each === given);
  return status ? { status } : {};
};
