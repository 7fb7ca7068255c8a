export { deletePayments, endSubscriptions } from "./end-subscriptions";
export { findOverdue, refreshSubscription } from "./refresh-subscriptions";
