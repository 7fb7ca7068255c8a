export { forgetAnswers } from "./answers";
export { revokeConsent, takeConsentBack } from "./disconnect";
export { accessPurpose, refreshPurpose } from "./tokens";
