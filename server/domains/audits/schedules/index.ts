export { concludeRun } from "./conclude-run";
export { startDueSchedules } from "./start-due-schedules";
