export { type Checker, startChecker } from "./checker/start-checker";
export { forgetChecks } from "./forget-checks";
