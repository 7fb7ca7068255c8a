/** Runs in the page: returns an element and its ancestors, across shadow roots, innermost first. */
export const pathFrom = (element: Element): Element[] => {
  const path: Element[] = [];
  for (let each: Element | null = element; each; each = pageTree.parentOf(each)) path.push(each);
  return path;
};
