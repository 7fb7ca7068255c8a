export { announceReportLead, failReportJob, mailReportJob, mailReportLead, renderReportJob } from "./run-report-job";
