export { createVisitorHandler } from "./answer-visitor";
export { saveCounts } from "./daily-quota";
export { purgeLostEvents } from "./purge-lost-events";
export { rollUpEvents } from "./roll-up-events";
