export { notifyReportLead, sendLeadEmail } from "./notify-lead";
export { warmRenderer } from "./pdf";
export { purgeReports } from "./purge-reports";
export { readRenderFailure } from "./render-failure";
export { failReportJob, renderReportJob } from "./render-job";
export { failReportEmail, sendReportEmail } from "./send-report";
