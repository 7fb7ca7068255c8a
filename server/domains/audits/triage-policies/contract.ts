import { z } from "zod";
import { FutureMoment, Id, pageFields, Time } from "@/server/core/schema";
import { webAddress } from "@/server/core/web-address";
import { listRulesInUse } from "@/server/scanner/rule-facts";
import { IssueStatus } from "../issues/contract";

/** Maximum number of policies per website. */
export const mostPolicies = 100;

const ruleIds = new Set(listRulesInUse().map(({ rule_id }) => rule_id));

const scope = {
  rule_id: z
    .string()
    .max(100)
    .refine((id) => ruleIds.has(id), "Must be the ID of a rule, as listed by GET /api/rules/.")
    .optional(),
  component: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("ID of a component, as listed by GET /api/results/{audit_id}/components/"),
  page_url: webAddress().optional().describe("URL of a page, as listed in its findings"),
};

export const TriagePolicyStatus = IssueStatus.exclude(["open"]);

/** At least one of rule, component and page is required. If several are given, an issue must match all of them. */
export const AddTriagePolicy = z.strictObject({
  website_id: Id,
  ...scope,
  status: TriagePolicyStatus,
  reason: z.string().trim().min(1).max(2_000),
  expires_at: FutureMoment.optional(),
});
export type AddTriagePolicy = z.infer<typeof AddTriagePolicy>;

/** Triages all open issues for a rule, component or page, and those that later audits find. */
export const TriagePolicy = z.object({
  id: Id,
  website_id: Id,
  rule_id: z.string().nullable(),
  component: z.object({ id: z.string(), label: z.string() }).nullable(),
  page_url: z.string().nullable(),
  status: TriagePolicyStatus,
  reason: z.string(),
  expires_at: Time.nullable(),
  created_by: Id.nullable(),
  created_by_name: z.string().nullable(),
  created_at: Time,
  issues: z.number().int().describe("Number of issues that the policy has triaged"),
});
export type TriagePolicy = z.input<typeof TriagePolicy>;

export const ListTriagePolicies = z.strictObject({ ...pageFields, website_id: Id });
export type ListTriagePolicies = z.infer<typeof ListTriagePolicies>;

export const TriagePolicyId = z.strictObject({ id: Id });
export type TriagePolicyId = z.infer<typeof TriagePolicyId>;

export const DeletedTriagePolicy = z.object({
  id: Id,
  reopened: z.number().int().describe("Number of issues that were reopened"),
});
export type DeletedTriagePolicy = z.infer<typeof DeletedTriagePolicy>;
