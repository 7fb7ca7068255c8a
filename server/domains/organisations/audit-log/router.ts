import { pageOf } from "@/server/core/schema";
import { query, router } from "@/server/endpoint/endpoint";
import { AuditLogEntry, ListAuditLog } from "./contract";
import { listAuditLog } from "./list-audit-log";

export const auditLogRouter = router({
  list: query({
    rest: "GET /api/audit-log/",
    summary: "List the organisation's audit log, newest first",
    access: "audit_log.read",
    limit: "read",
    input: ListAuditLog,
    output: pageOf(AuditLogEntry),
    run: listAuditLog,
  }),
});
