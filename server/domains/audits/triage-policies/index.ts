export { applyPolicies } from "./apply-policies";
export { endExpiredPolicies } from "./end-policy";
