import { pageOf } from "@/server/core/schema";
import { mutation, query, router } from "@/server/endpoint/endpoint";
import { applyCallback, verifyCallback } from "./apply-callback";
import { ApplyCallback } from "./callback-contract";
import { cancelAudit } from "./cancel-audit";
import { Audit, AuditId, CallbackReply, LatestStatus, ListAudits, Progress, StartAudit } from "./contract";
import { latestAuditStatus } from "./latest-audit-status";
import { getAudit, listAudits } from "./read-audits";
import { startAudit } from "./start-audit";

export const auditsRouter = router({
  start: mutation({
    rest: "POST /api/website-audit/",
    summary: "Start an audit of a website",
    access: "scans.run",
    limit: "write",
    audit: "audit.start",
    status: 201,
    input: StartAudit,
    output: Audit,
    errors: ["conflict", "not_found", "plan_limit_reached"],
    run: startAudit,
  }),
  list: query({
    rest: "GET /api/website-audit/",
    summary: "List audits, newest first",
    access: "scans.read",
    limit: "read",
    input: ListAudits,
    output: pageOf(Audit),
    errors: ["not_found"],
    run: listAudits,
  }),
  status: query({
    rest: "GET /api/website-audit/latest-audit-status/",
    summary: "Get the progress of the latest audit (designed for polling)",
    access: "scans.read",
    limit: "poll",
    input: LatestStatus,
    output: Progress,
    errors: ["not_found"],
    etag: true,
    run: latestAuditStatus,
  }),
  get: query({
    rest: "GET /api/website-audit/{id}/",
    summary: "Get an audit",
    access: "scans.read",
    limit: "read",
    input: AuditId,
    output: Audit,
    run: getAudit,
  }),
  cancel: mutation({
    rest: "POST /api/website-audit/{id}/cancel/",
    summary: "Cancel an audit",
    access: "scans.cancel",
    limit: "write",
    audit: "audit.cancel",
    input: AuditId,
    output: Audit,
    errors: ["conflict"],
    run: cancelAudit,
  }),
  callback: mutation({
    rest: "POST /api/website-audit/{id}/callback/",
    summary: "Receive scanner callbacks",
    access: "signature",
    limit: "callback",
    audit: null,
    maxBytes: 20_000_000,
    verify: verifyCallback,
    signedBy: "ScannerSignature",
    transaction: false,
    input: ApplyCallback,
    output: CallbackReply,
    errors: ["not_found", "not_authenticated"],
    run: applyCallback,
  }),
});
