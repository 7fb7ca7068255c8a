/**
 * Returns the success criteria in axe's tags: "wcag143" is 1.4.3, "wcag1410" is 1.4.10. Levels such as "wcag2aa" aren't
 * criteria.
 */
export const criteriaOfTags = (tags: readonly string[]): string[] =>
  tags.flatMap((tag) => {
    const match = /^wcag(\d)(\d)(\d{1,2})$/.exec(tag);
    return match ? [`${match[1]}.${match[2]}.${match[3]}`] : [];
  });
