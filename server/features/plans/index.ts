export { assertPagesPerScan, assertRoomForWebsite, usualPages } from "./limits";
