export { admitAudits } from "./admit-audits";
export { isWaiting, placesInQueue, withPlaces } from "./order-queue";
