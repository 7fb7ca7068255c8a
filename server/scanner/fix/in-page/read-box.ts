/** An element's size and spacing in CSS pixels. Padding and margin are in the order top, right, bottom, left. */
export interface Box {
  width: number;
  height: number;
  padding: number[];
  margin: number[];
  display: string;
}

/** Runs in the page. */
export const readBox = (element: Element): Box => {
  const { width, height } = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const read = (kind: string): number[] =>
    ["top", "right", "bottom", "left"].map((side) => Number.parseFloat(style.getPropertyValue(`${kind}-${side}`)) || 0);
  return { width, height, padding: read("padding"), margin: read("margin"), display: style.display };
};
