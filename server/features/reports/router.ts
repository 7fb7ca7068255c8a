import { mutation, query, redirect, router } from "@/server/core/endpoint";
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
    summary: "A link to the report of an audit, valid for two minutes",
    access: "reports.read",
    limit: "read",
    input: GetReport,
    output: ReportLink,
    errors: ["not_found", "conflict"],
    run: getReport,
  }),
  create: mutation({
    rest: "POST /api/report/",
    summary: "Make the report of an audit, and mail it when an address is given",
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
    summary: "Queue a PDF report on data of your own",
    access: "public",
    limit: "mailing",
    audit: null,
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
    summary: "State of a report job",
    access: "public",
    limit: "poll",
    input: ReportJobId,
    output: ReportJobState,
    errors: ["not_found"],
    run: readReportJob,
  }),
  download: redirect({
    rest: "GET /api/v1/scan/report/download/{id}",
    summary: "Redirect to a report's file, which can be fetched for one hour",
    access: "public",
    limit: "read",
    status: 301,
    input: DownloadReport,
    errors: ["not_found"],
    run: downloadReport,
  }),
});
