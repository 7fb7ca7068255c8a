export { findOrAddWebsite } from "./add-website";
export { assertSettings } from "./assert-settings";
export { deleteScheduledObjects } from "./delete-scheduled-objects";
export { getWebsite } from "./get-website";
export { type LockedWebsite, lockWebsite } from "./lock-website";
export { removeWebsite } from "./remove-website";
