export { announceReportLead, failReportJob, mailReportJob, renderReportJob } from "./run-report-job";
