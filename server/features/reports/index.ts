export { announceReportLead, mailReportLead } from "./announce-lead";
export { forgetReports } from "./forget-reports";
export { failReportMail, mailReportJob } from "./mail-job";
export { warmRenderer } from "./pdf";
export { failReportJob, isTooMuch, renderReportJob } from "./render-job";
