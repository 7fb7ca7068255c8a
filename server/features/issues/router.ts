import { mutation, router } from "@/server/core/endpoint";
import { Issue, TriagedIssues, TriageIssue, TriageIssues } from "./contract";
import { triageIssue, triageIssues } from "./triage-issues";

const shared = { access: "issues.write", limit: "write", audit: "issue.triage" } as const;

export const issuesRouter = router({
  triage: mutation({
    rest: "PATCH /api/issues/{id}/",
    summary: "Say what becomes of a finding, in this audit and later ones",
    ...shared,
    input: TriageIssue,
    output: Issue,
    run: triageIssue,
  }),
  triageMany: mutation({
    rest: "PATCH /api/issues/",
    summary: "Say the same of up to 100 findings",
    ...shared,
    input: TriageIssues,
    output: TriagedIssues,
    errors: ["not_found"],
    run: triageIssues,
  }),
});
