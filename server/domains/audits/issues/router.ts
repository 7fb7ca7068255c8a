import { mutation, router } from "@/server/endpoint/endpoint";
import { Issue, TriagedIssues, TriageIssue, TriageIssues } from "./contract";
import { triageIssue, triageIssues } from "./triage-issues";

const shared = { access: "issues.write", limit: "write", audit: "issue.triage" } as const;

export const issuesRouter = router({
  triage: mutation({
    rest: "PATCH /api/issues/{id}/",
    summary: "Triage a finding",
    ...shared,
    input: TriageIssue,
    output: Issue,
    run: triageIssue,
  }),
  triageMany: mutation({
    rest: "PATCH /api/issues/",
    summary: "Triage up to 100 findings",
    ...shared,
    input: TriageIssues,
    output: TriagedIssues,
    errors: ["not_found"],
    run: triageIssues,
  }),
});
