/**
 * Runs in the page: returns the elements that cover the whole window with little more than a request to rotate the
 * device.
 */
export const findTurnRequests = (): Set<Element> => {
  const most = { ancestors: 50, texts: 5_000, letters: 200 };
  const requests = [
    /\b(?:turn|rotate|flip|tilt)\b.{0,40}\b(?:phone|device|screen|tablet|mobile|upright|sideways)\b/i,
    /\b(?:use|switch|view|works?|available|hold)\b.{0,40}\b(?:portrait|landscape)\b(?! (?:photo|image|picture|format))/i,
    /\bonly\b.{0,20}\b(?:portrait|landscape) (?:mode|orientation)\b/i,
    /(?:gerät|handy|telefon|smartphone|tablet)(?!\p{L}).{0,40}\bdreh|\bdreh.{0,40}(?:gerät|handy|telefon|smartphone|tablet)|\b(?:quer|hoch)format\b/iu,
    /\b(?:tourn|pivot|retourn)\p{L}{1,4}(?!\p{L}).{0,40}(?:appareil|téléphone|écran|tablette)|\bmode (?:paysage|portrait)\b/iu,
    /\b(?:gir|rot|volte)\p{L}{1,4}(?!\p{L}).{0,40}\b(?:dispositivo|teléfono|móvil|pantalla|celular|tableta)|\ben (?:horizontal|vertical)\b/iu,
    /\b(?:ruot|gir)\p{L}{1,4}(?!\p{L}).{0,40}\b(?:dispositivo|telefono|schermo|tablet)/iu,
    /\b(?:gir|rod|vir)\p{L}{1,4}(?!\p{L}).{0,40}\b(?:dispositivo|telefone|telemóvel|celular|tela|ecrã|aparelho)/iu,
    /\b(?:draai|kantel)\p{L}{0,3}(?!\p{L}).{0,40}\b(?:toestel|telefoon|apparaat|scherm|tablet)/iu,
  ];
  const isOnTop = (element: Element): boolean =>
    [0.1, 0.5, 0.9].every((across) =>
      [0.1, 0.5, 0.9].every((down) => {
        const hit = pageTree.elementAt(innerWidth * across, innerHeight * down);
        return hit !== null && pageTree.contains(element, hit);
      }),
    );
  const isOpaque = (element: Element): boolean => {
    const { backgroundColor, opacity } = getComputedStyle(element);
    const alpha = /^rgba\(.*,\s*([\d.]+)\)$/.exec(backgroundColor)?.[1] ?? "1";
    return Number(opacity) >= 0.9 && Number(alpha) >= 0.9;
  };
  const covers = (element: Element): boolean => {
    // Leaves out forms, because a field named "getBoundingClientRect", for example, would hide the form's own method of
    // that name.
    if (element instanceof HTMLFormElement) return false;
    const { width, height } = element.getBoundingClientRect();
    if (width < innerWidth * 0.95 || height < innerHeight * 0.95) return false;
    return (
      /fixed|absolute/.test(getComputedStyle(element).position) &&
      isOpaque(element) &&
      element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) &&
      isOnTop(element)
    );
  };
  /**
   * Returns the elements that cover the window, innermost first. Most pages have no such elements, and then no text has
   * to be searched.
   */
  const listCovers = (): Element[] => {
    const covering: Element[] = [];
    let element = pageTree.elementAt(innerWidth / 2, innerHeight / 2);
    for (let left = most.ancestors; left > 0 && element && element !== document.body; left -= 1) {
      if (covers(element) && (element.textContent ?? "").trim().length <= most.letters) covering.push(element);
      element = pageTree.parentOf(element);
    }
    return covering;
  };
  const found = new Set<Element>();
  const covering = listCovers();
  const outermost = covering.at(-1);
  if (!outermost) return found;
  const walker = document.createTreeWalker(outermost, NodeFilter.SHOW_TEXT);
  for (let left = most.texts; left > 0 && walker.nextNode(); left -= 1) {
    const { currentNode } = walker;
    const cover = covering.find((element) => element.contains(currentNode));
    const text = currentNode.textContent ?? "";
    if (cover && text.length <= most.letters && requests.some((request) => request.test(text))) found.add(cover);
  }
  return found;
};
