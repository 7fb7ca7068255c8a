export { reopenExpiredIssues } from "./reopen-expired-issues";
