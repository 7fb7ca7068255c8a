/** What an element is, for the name of the component around it; `parent` is the number of another place. */
export interface Place {
  tag: string;
  role: string;
  id: string;
  classes: string[];
  parent: number | null;
}

export interface PlaceBook {
  places: Place[];
  /** Number of the element's place. */
  note(element: Element): number;
}

/** Runs in the page: writes down elements and what is around them, each once. Shadow roots are passed through. */
export const notePlaces = (): PlaceBook => {
  const places: Place[] = [];
  const numbers = new Map<Element, number>();
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
      role: (element.getAttribute("role") ?? "").trim().toLowerCase().slice(0, 40),
      id: element.id.slice(0, 60),
      classes: [...element.classList].slice(0, 12).map((name) => name.slice(0, 60)),
      parent,
    };
    numbers.set(element, places.length);
    return places.push(place) - 1;
  };
  return { places, note };
};
