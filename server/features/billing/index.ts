export { forgetBillingEvents } from "./forget-events";
export { endSubscriptions, forgetPayments } from "./leave-provider";
export { findOverdue, settleSubscription } from "./settle-subscriptions";
