import { pageOf } from "@/server/core/schema";
import { mutation, query, router } from "@/server/endpoint/endpoint";
import { addPolicy } from "./add-policy";
import { AddTriagePolicy, DeletedTriagePolicy, ListTriagePolicies, TriagePolicy, TriagePolicyId } from "./contract";
import { deletePolicy } from "./end-policy";
import { listPolicies } from "./list-policies";

export const triagePoliciesRouter = router({
  list: query({
    rest: "GET /api/triage-policies/",
    summary: "List a website's triage policies, newest first",
    access: "scans.read",
    limit: "read",
    input: ListTriagePolicies,
    output: pageOf(TriagePolicy),
    errors: ["not_found"],
    run: listPolicies,
  }),
  add: mutation({
    rest: "POST /api/triage-policies/",
    summary: "Triage all issues for a rule, component or page",
    access: "issues.write",
    limit: "write",
    audit: "triage_policy.add",
    status: 201,
    input: AddTriagePolicy,
    output: TriagePolicy,
    errors: ["conflict", "not_found"],
    run: addPolicy,
  }),
  remove: mutation({
    rest: "DELETE /api/triage-policies/{id}/",
    summary: "Delete a triage policy and reopen its issues",
    access: "issues.write",
    limit: "write",
    audit: "triage_policy.remove",
    input: TriagePolicyId,
    output: DeletedTriagePolicy,
    run: deletePolicy,
  }),
});
