export { admitAudits } from "./admit-audits";
export { isWaiting, placeInQueue, placesInQueue, withPlaces } from "./order-queue";
