export const statuses = ["open", "ignored", "false_positive"] as const;
export type Status = (typeof statuses)[number];

/** What the address says of the state of findings; nothing for what it doesn't know. */
export const statusFilter = (given: string | undefined): { status?: Status } => {
  const status = statuses.find((each) => each === given);
  return status ? { status } : {};
};
