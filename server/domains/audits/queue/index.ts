export { admitAudits, tendSlots } from "./admit-audits";
export { discountDowntime } from "./charge-slots";
export { isWaiting, placeInQueue, placesInQueue, withPlaces, yieldsProcessor } from "./order-queue";
