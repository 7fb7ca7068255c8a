export { findOrAddWebsite } from "./add-website";
export { assertSettings } from "./assert-settings";
export { getWebsite } from "./get-website";
export { type LockedWebsite, lockWebsite } from "./lock-website";
export { deleteScheduledObjects } from "./remove-objects";
export { removeWebsite } from "./remove-website";
