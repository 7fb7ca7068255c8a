/**
 * Describes an element, so that the component around it can be named. `parent` is the index of its parent's `Place`.
 */
export interface Place {
  tag: string;
  role: string;
  id: string;
  classes: string[];
  parent: number | null;
}

export interface PlaceBook {
  places: Place[];
  /** Records an element and its ancestors. Returns the index of the element's `Place`. */
  note(element: Element): number;
}

/**
 * Runs in the page: records elements and their ancestors, including those outside an element's shadow root. Records
 * each only once. Reads attributes through the prototype's method, because a field named "id" hides the `id` property
 * of its form.
 */
export const recordPlaces = (): PlaceBook => {
  const places: Place[] = [];
  const numbers = new Map<Element, number>();
  const attributeOf = (element: Element, name: string): string =>
    Element.prototype.getAttribute.call(element, name) ?? "";
  const parentOf = (element: Element): Element | null => {
    const root = element.getRootNode();
    return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const note = (element: Element): number => {
    const known = numbers.get(element);
    if (known !== undefined) return known;
    const outer = parentOf(element);
    const parent = outer ? note(outer) : null;
    const place = {
      tag: element.localName.toLowerCase().slice(0, 60),
      role: attributeOf(element, "role").trim().toLowerCase().slice(0, 40),
      id: attributeOf(element, "id").slice(0, 60),
      classes: [...element.classList].slice(0, 12).map((name) => name.slice(0, 60)),
      parent,
    };
    numbers.set(element, places.length);
    return places.push(place) - 1;
  };
  return { places, note };
};
