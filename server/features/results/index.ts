export { buildReportData } from "./build-report-data";
export { formulas } from "./get-results";
export { countsOf, criteriaOf } from "./read-rollup";
