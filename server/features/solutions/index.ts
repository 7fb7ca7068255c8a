export { forgetSolutions } from "./forget-solutions";
