import { query, router } from "@/server/core/endpoint";
import { pageOf } from "@/server/core/schema";
import { AuditLogEntry, ListAuditLog } from "./contract";
import { listAuditLog } from "./list-audit-log";

export const auditLogRouter = router({
  list: query({
    rest: "GET /api/audit-log/",
    summary: "List who changed what in the organisation, newest first",
    access: "audit_log.read",
    limit: "read",
    input: ListAuditLog,
    output: pageOf(AuditLogEntry),
    run: listAuditLog,
  }),
});
