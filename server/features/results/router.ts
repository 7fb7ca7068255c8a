import { query, router, stream } from "@/server/core/endpoint";
import { pageOf } from "@/server/core/schema";
import {
  AuditKey,
  ChangeList,
  ComponentList,
  CriteriaList,
  ExportAudit,
  Finding,
  GetResults,
  GetTrend,
  ListChanges,
  ListIssues,
  ListPages,
  PageDetail,
  PageKey,
  PageSummary,
  Results,
  Trend,
  TriageCounts,
} from "./contract";
import { countTriage } from "./count-triage";
import { exportAudit, exportMediaTypes } from "./exports/export-audit";
import { getResults, listCriteria } from "./get-results";
import { getTrend } from "./get-trend";
import { listChanges } from "./list-changes";
import { listComponents } from "./list-components";
import { listFindings } from "./list-findings";
import { getPage, listPages } from "./read-pages";

const shared = { access: "results.read", limit: "read" } as const;

export const resultsRouter = router({
  get: query({
    rest: "GET /api/results/",
    summary: "Results of an audit, or of a website's latest completed one",
    ...shared,
    input: GetResults,
    output: Results,
    errors: ["not_found"],
    run: getResults,
  }),
  pages: query({
    rest: "GET /api/results/{audit_id}/pages/",
    summary: "List the pages of an audit",
    ...shared,
    input: ListPages,
    output: pageOf(PageSummary),
    run: listPages,
  }),
  page: query({
    rest: "GET /api/results/{audit_id}/pages/{page_id}/",
    summary: "Read one page of an audit",
    ...shared,
    input: PageKey,
    output: PageDetail,
    run: getPage,
  }),
  issues: query({
    rest: "GET /api/results/{audit_id}/issues/",
    summary: "List the elements that fail",
    ...shared,
    input: ListIssues,
    output: pageOf(Finding),
    run: listFindings,
  }),
  criteria: query({
    rest: "GET /api/results/{audit_id}/criteria/",
    summary: "All A and AA criteria of WCAG 2.2 with what was found",
    ...shared,
    input: AuditKey,
    output: CriteriaList,
    run: listCriteria,
  }),
  diff: query({
    rest: "GET /api/results/{audit_id}/diff/",
    summary: "What is new, fixed, back or unchanged since an earlier audit",
    ...shared,
    input: ListChanges,
    output: ChangeList,
    errors: ["conflict"],
    run: listChanges,
  }),
  components: query({
    rest: "GET /api/results/{audit_id}/components/",
    summary: "The parts that pages share, with how much fails in each",
    ...shared,
    input: AuditKey,
    output: ComponentList,
    run: listComponents,
  }),
  triage: query({
    rest: "GET /api/results/{audit_id}/triage/",
    summary: "How much of what fails is open, ignored or a false positive",
    ...shared,
    input: AuditKey,
    output: TriageCounts,
    run: countTriage,
  }),
  trend: query({
    rest: "GET /api/websites/{id}/trend/",
    summary: "Scores and counts of a website's completed audits",
    ...shared,
    input: GetTrend,
    output: Trend,
    run: getTrend,
  }),
  export: stream({
    rest: "GET /api/results/{audit_id}/export/",
    summary: "Download all findings as csv, json, axe, sarif, earl or junit",
    access: "results.read",
    limit: "export",
    mediaTypes: exportMediaTypes,
    input: ExportAudit,
    errors: ["conflict"],
    run: exportAudit,
  }),
});
