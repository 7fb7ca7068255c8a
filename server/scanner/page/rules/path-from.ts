/** Runs in the page: returns an element and its ancestors, innermost first. */
export const pathFrom = (element: Element): Element[] => {
  const path: Element[] = [];
  for (let each: Element | null = element; each; each = each.parentElement) path.push(each);
  return path;
};
