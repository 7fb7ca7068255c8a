export { deletePayments, endSubscriptions } from "./leave-provider";
export { findOverdue, refreshSubscription } from "./refresh-subscriptions";
