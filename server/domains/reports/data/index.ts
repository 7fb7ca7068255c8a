export { buildReportData } from "./build-report-data";
