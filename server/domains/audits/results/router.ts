import { pageOf } from "@/server/core/schema";
import { query, router, stream } from "@/server/endpoint/endpoint";
import {
  AuditKey,
  ChangeList,
  ComponentList,
  CriteriaList,
  DocumentDetail,
  DocumentKey,
  DocumentList,
  ExportAudit,
  Finding,
  GetResults,
  GetTrend,
  ListChanges,
  ListDocuments,
  ListIssues,
  ListPages,
  PageDetail,
  PageKey,
  PageSummary,
  PictureKey,
  Results,
  Trend,
  TriageCounts,
} from "./contract";
import { countTriage } from "./count-triage";
import { exportAudit, exportMediaTypes } from "./exports/export-audit";
import { getResults, listCriteria } from "./get-results";
import { getPicture, getScreenshot } from "./get-screenshot";
import { getTrend } from "./get-trend";
import { listChanges } from "./list-changes";
import { listComponents } from "./list-components";
import { listFindings } from "./list-findings";
import { getDocument, listDocuments } from "./read-documents";
import { getPage, listPages } from "./read-pages";

const shared = { access: "results.read", limit: "read" } as const;

export const resultsRouter = router({
  get: query({
    rest: "GET /api/results/",
    summary: "Get the results of an audit, or of a website's latest completed audit",
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
    summary: "Get a page of an audit",
    ...shared,
    input: PageKey,
    output: PageDetail,
    run: getPage,
  }),
  screenshot: stream({
    rest: "GET /api/results/{audit_id}/pages/{page_id}/screenshot/",
    summary: "Get the screenshot of a page",
    access: "results.read",
    limit: "screenshot",
    mediaTypes: ["image/webp"],
    input: PageKey,
    errors: ["not_found"],
    run: getScreenshot,
  }),
  picture: stream({
    rest: "GET /api/results/{audit_id}/issues/{finding_id}/pictures/{number}/",
    summary: "Get a picture from a finding's strip",
    access: "results.read",
    limit: "screenshot",
    mediaTypes: ["image/webp"],
    input: PictureKey,
    errors: ["not_found"],
    run: getPicture,
  }),
  documents: query({
    rest: "GET /api/results/{audit_id}/documents/",
    summary: "List the PDFs that the pages of an audit link to",
    ...shared,
    input: ListDocuments,
    output: DocumentList,
    run: listDocuments,
  }),
  document: query({
    rest: "GET /api/results/{audit_id}/documents/{document_id}/",
    summary: "Get a PDF that the pages of an audit link to",
    ...shared,
    input: DocumentKey,
    output: DocumentDetail,
    run: getDocument,
  }),
  issues: query({
    rest: "GET /api/results/{audit_id}/issues/",
    summary: "List the findings of an audit",
    ...shared,
    input: ListIssues,
    output: pageOf(Finding),
    run: listFindings,
  }),
  criteria: query({
    rest: "GET /api/results/{audit_id}/criteria/",
    summary: "List the WCAG 2.2 success criteria with their outcomes",
    ...shared,
    input: AuditKey,
    output: CriteriaList,
    run: listCriteria,
  }),
  diff: query({
    rest: "GET /api/results/{audit_id}/diff/",
    summary: "List findings that are new, fixed, regressed or unchanged since an earlier audit",
    ...shared,
    input: ListChanges,
    output: ChangeList,
    errors: ["conflict"],
    run: listChanges,
  }),
  components: query({
    rest: "GET /api/results/{audit_id}/components/",
    summary: "List the components with the most findings",
    ...shared,
    input: AuditKey,
    output: ComponentList,
    run: listComponents,
  }),
  triage: query({
    rest: "GET /api/results/{audit_id}/triage/",
    summary: "Count the open, ignored and false-positive findings of an audit",
    ...shared,
    input: AuditKey,
    output: TriageCounts,
    run: countTriage,
  }),
  trend: query({
    rest: "GET /api/websites/{id}/trend/",
    summary: "Get the scores and finding counts of a website's completed audits",
    ...shared,
    input: GetTrend,
    output: Trend,
    run: getTrend,
  }),
  export: stream({
    rest: "GET /api/results/{audit_id}/export/",
    summary: "Export all findings as CSV, JSON, axe, SARIF, EARL or JUnit",
    access: "results.read",
    limit: "export",
    mediaTypes: exportMediaTypes,
    input: ExportAudit,
    errors: ["conflict"],
    run: exportAudit,
  }),
});
