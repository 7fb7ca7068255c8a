export { answerVisitor } from "./answer-visitor";
export { forgetVisits } from "./forget-visits";
export { rollUpEvents } from "./roll-up-events";
