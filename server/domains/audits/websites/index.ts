export { findOrAddWebsite } from "./add-website";
export { getWebsite } from "./get-website";
export { removeDoomedObjects } from "./remove-objects";
export { removeWebsite } from "./remove-website";
