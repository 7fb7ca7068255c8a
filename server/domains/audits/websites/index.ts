export { findOrAddWebsite } from "./add-website";
export { getWebsite } from "./get-website";
export { deleteScheduledObjects } from "./remove-objects";
export { removeWebsite } from "./remove-website";
