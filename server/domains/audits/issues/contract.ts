import { z } from "zod";
import { IssueStatus as statuses } from "@/generated/prisma/enums";
import { FutureMoment, Id, Time } from "@/server/core/schema";
import { Impact } from "@/server/scanner/contract";

/** The triage of an issue: `ignored` means that it won't be fixed, `false_positive` that it isn't really an issue. */
export const IssueStatus = z.enum(statuses);
export type IssueStatus = z.infer<typeof IssueStatus>;

const decision = {
  status: IssueStatus,
  /** An omitted note or assignee stays unchanged; null deletes it. */
  note: z.string().max(2_000).nullable().optional(),
  assignee_id: Id.nullable().optional(),
  expires_at: FutureMoment.nullable()
    .optional()
    .describe("Time at which the issue is reopened automatically; ignored if the status is open"),
};

export const TriageIssue = z.strictObject({ id: Id, ...decision });
export type TriageIssue = z.infer<typeof TriageIssue>;

export const TriageIssues = z.strictObject({ ids: z.array(Id).min(1).max(100), ...decision });
export type TriageIssues = z.infer<typeof TriageIssues>;

/** A finding that is followed across a website's audits. */
export const Issue = z.object({
  id: Id,
  website_id: Id,
  rule_id: z.string(),
  impact: Impact.nullable(),
  page_url: z.string(),
  selector: z.string(),
  status: IssueStatus,
  note: z.string().nullable(),
  assignee_id: Id.nullable(),
  triaged_by: Id.nullable(),
  triaged_at: Time.nullable(),
  triage_expires_at: Time.nullable().describe("Time at which the issue is reopened automatically"),
  policy_id: Id.nullable().describe("The triage policy that set the status; null if a person set it"),
  first_seen_audit_id: Id,
  last_seen_audit_id: Id,
  first_seen_at: Time,
  last_seen_at: Time,
});
export type Issue = z.input<typeof Issue>;

export const TriagedIssues = z.object({ updated: z.number().int() });
export type TriagedIssues = z.infer<typeof TriagedIssues>;
