export { forgetAnswers } from "./answers";
export { revokeConsent } from "./disconnect";
export { accessPurpose, refreshPurpose } from "./tokens";
