export { keptTables } from "./kept-tables";
export { purgeTable } from "./purge-table";
