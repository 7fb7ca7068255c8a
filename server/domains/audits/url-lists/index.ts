export { copyUrlList, readAuditGroups } from "./audit-url-list";
