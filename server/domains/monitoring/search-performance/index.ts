export { revokeConsent, scheduleConsentRevocation } from "./disconnect";
