/**
 * Returns the tag "@long" for the title of a generated test, unless the test is the one of its kind that `npm test`
 * runs.
 */
export const longUnless = (isChosen: boolean): string => (isChosen ? "" : " @long");
