export { readLighthouse, readSummary } from "./get-results";
export { countsOf, criteriaOf } from "./judge-rules";
export { countUnscanned, worstPages } from "./read-pages";
export { readRules } from "./read-rollup";
export { recomputeScores } from "./recompute-scores";
