export { assertFrequency, assertPagesPerScan, assertRoomForWebsite, usualPages } from "./limits";
export { mailPayers } from "./mail-payers";
export { forgetWarnings, noteUsage } from "./note-usage";
export { type PlanId, planOf, plans, titleOf } from "./plans";
