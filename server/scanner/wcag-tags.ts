/**
 * Returns the success criteria in axe's tags, such as 1.4.3 for "wcag143" and 1.4.10 for "wcag1410". Ignores levels,
 * such as "wcag2aa".
 */
export const criteriaOfTags = (tags: readonly string[]): string[] =>
  tags.flatMap((tag) => {
    const match = /^wcag(\d)(\d)(\d{1,2})$/.exec(tag);
    return match ? [`${match[1]}.${match[2]}.${match[3]}`] : [];
  });
