export { purgeSolutions } from "./purge-solutions";
export { type FixOfFinding, readWebsiteFixes, type WebsiteFixes } from "./read-website-fixes";
