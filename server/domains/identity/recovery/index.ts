export { listAdded } from "./list-added";
export { createSecuringUrl, notifyChange } from "./notify-change";
export { removeAdded } from "./remove-added";
