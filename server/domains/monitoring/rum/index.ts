export { saveCounts } from "./daily-quota";
export { purgeLostEvents } from "./purge-lost-events";
export { rollUpEvents } from "./roll-up-events";
export { createVisitorHandler } from "./visitor-handler";
