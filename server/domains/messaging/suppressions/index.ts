export { answerOneClick, openUnsubscribePage } from "./answer-one-click";
export { findSuppression, suppress } from "./suppressed-addresses";
export { unsubscribeAddresses } from "./unsubscribe-token";
