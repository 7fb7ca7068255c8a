export { purgeSolutions } from "./purge-solutions";
