export { copyJourneys, deleteAuditJourneys, readAuditJourneys } from "./audit-journeys";
