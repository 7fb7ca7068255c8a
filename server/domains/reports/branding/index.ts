export { readBranding } from "./get-branding";
export { scheduleLogoDeletion } from "./store-logo";
