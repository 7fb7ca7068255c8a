export { addWebsite } from "./add-website";
export { normaliseAddress } from "./address";
export { getWebsite } from "./get-website";
export { removeDoomedObjects } from "./remove-objects";
