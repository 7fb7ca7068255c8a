export { readLighthouse, readSummary } from "./get-results";
export { countUnscanned, worstPages } from "./read-pages";
export { readRules } from "./read-rollup";
export { recomputeScores } from "./recompute-scores";
export { countsOf, criteriaOf } from "./summarise-rules";
