export { type Checker, startChecker } from "./checker/start-checker";
