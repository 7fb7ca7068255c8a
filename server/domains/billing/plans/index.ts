export { assertFrequency, assertRoomForWebsite, assertWithinPlan, limitsOf, usualPages } from "./assert-limits";
export { emailBillingContacts } from "./email-billing-contacts";
export { type PlanId, plans, titleOf } from "./plans";
export { resetUsageWarnings, warnOfUsage } from "./warn-of-usage";
