export { assertFrequency, assertPagesPerScan, assertRoomForWebsite, usualPages } from "./limits";
