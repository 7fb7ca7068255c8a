/** Success criteria named by axe's tags: "wcag143" is 1.4.3, "wcag1410" is 1.4.10; levels such as "wcag2aa" are none. */
export const criteriaOfTags = (tags: readonly string[]): string[] =>
  tags.flatMap((tag) => {
    const match = /^wcag(\d)(\d)(\d{1,2})$/.exec(tag);
    return match ? [`${match[1]}.${match[2]}.${match[3]}`] : [];
  });
