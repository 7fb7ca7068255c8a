import { mutation, query, redirect, router } from "@/server/endpoint/endpoint";
import {
  CreateReport,
  DownloadReport,
  GetReport,
  QueuedReport,
  QueueReport,
  ReportJobId,
  ReportJobState,
  ReportLink,
} from "./contract";
import { createReport, queueReport } from "./queue-report";
import { downloadReport, getReport, readReportJob } from "./read-report";

export const reportsRouter = router({
  get: query({
    rest: "GET /api/report/",
    summary: "Get a link, valid for two minutes, to an audit's report",
    access: "reports.read",
    limit: "read",
    input: GetReport,
    output: ReportLink,
    errors: ["not_found", "conflict"],
    run: getReport,
  }),
  create: mutation({
    rest: "POST /api/report/",
    summary: "Create an audit's report, and email it if an email address is given",
    access: "reports.create",
    limit: "write",
    audit: "report.create",
    status: 202,
    recipients: ({ email }) => (email ? [email] : []),
    input: CreateReport,
    output: QueuedReport,
    errors: ["not_found", "conflict"],
    run: createReport,
  }),
});

export const reportServiceRouter = router({
  queue: mutation({
    rest: "POST /api/v1/report",
    summary: "Queue a PDF report from your own data",
    access: "public",
    limit: "mailing",
    knownCallers: { user: "write", serviceKey: "reports" },
    closedUnless: "ANONYMOUS_REPORTS",
    audit: "report.create",
    status: 202,
    idempotent: true,
    maxBytes: 5_000_000,
    recipients: ({ email }) => [email],
    input: QueueReport,
    output: QueuedReport,
    errors: ["conflict"],
    run: queueReport,
  }),
  status: query({
    rest: "GET /api/v1/report/{jobId}",
    summary: "Get the status of a report job",
    access: "public",
    limit: "poll",
    input: ReportJobId,
    output: ReportJobState,
    errors: ["not_found"],
    run: readReportJob,
  }),
  download: redirect({
    rest: "GET /api/v1/scan/report/download/{id}",
    summary: "Redirect to a report file at a URL that is valid for one hour",
    access: "public",
    limit: "read",
    status: 301,
    input: DownloadReport,
    errors: ["not_found"],
    run: downloadReport,
  }),
});
