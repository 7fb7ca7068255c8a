/** Runs in the page: returns an element and those around it, from the inside out. */
export const pathFrom = (element: Element): Element[] => {
  const path: Element[] = [];
  for (let each: Element | null = element; each; each = each.parentElement) path.push(each);
  return path;
};
