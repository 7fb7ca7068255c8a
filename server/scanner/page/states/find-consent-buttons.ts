/** A button that accepts or refuses cookies. */
export interface ConsentButton {
  action: "accept" | "refuse";
  element: Element;
}

/**
 * Runs in the page: returns the buttons of a cookie consent request that is on top of the page, even if the request is
 * in one of the page's shadow roots.
 */
export const findConsentButtons = (
  isVisible: (element: Element) => boolean,
  roots: readonly (Document | ShadowRoot)[],
): ConsentButton[] => {
  const MOST_TEXT = 4_000;
  const places =
    "[id*='cookie' i], [class*='cookie' i], [id*='consent' i], [class*='consent' i], [aria-label*='cookie' i], [role='dialog'], [role='alertdialog'], dialog[open], [role='region']";
  const topics =
    /cookie|consent|privac|datenschutz|einwilligung|vie privée|privacidad|toestemming|privacidade|samtycke/i;
  const refusal =
    /reject|refuse|decline|deny|only (?:necessary|essential)|necessary only|essential only|no,? thanks|ablehn|nur notwendige|nur erforderliche|refuser|continuer sans|rechazar|rifiuta|weiger|afwijzen|recusar|rejeitar|odrzu|avvisa|afvis|nej tak/i;
  const agreement =
    /accept|agree|allow|^ok(?:ay)?$|got it|akzeptier|zustimm|einverstanden|alle erlauben|accepter|j'accepte|aceptar|acepto|accetta|accetto|akkoord|accepteren|aceitar|aceito|akceptu|godkänn|acceptera|tillad|godkend/i;
  const isOnTop = (element: Element): boolean => {
    const { position } = getComputedStyle(element);
    return (
      position === "fixed" || position === "sticky" || element.matches("[role='dialog'], dialog, [role='alertdialog']")
    );
  };
  const isBanner = (element: Element): boolean => {
    const text = element.textContent ?? "";
    const isShort = text.length < MOST_TEXT && element.querySelector("main, h1 ~ main, nav") === null;
    return isShort && topics.test(text) && isOnTop(element) && isVisible(element);
  };
  const nameOf = (element: Element): string =>
    `${element.getAttribute("aria-label") ?? ""} ${(element.textContent ?? "").slice(0, 100)}`
      .replace(/\s+/g, " ")
      .trim();
  const banner = roots
    .flatMap((root) => [...root.querySelectorAll(places)].slice(0, 200))
    .slice(0, 1_000)
    .find(isBanner);
  const buttons = [...(banner?.querySelectorAll("button, [role='button'], a[href^='#']") ?? [])].filter(isVisible);
  const find = (pattern: RegExp, other?: RegExp) =>
    buttons.find((button) => pattern.test(nameOf(button)) && other?.test(nameOf(button)) !== true);
  const [refuse, accept] = [find(refusal), find(agreement, refusal)];
  return [
    ...(refuse ? [{ action: "refuse" as const, element: refuse }] : []),
    ...(accept ? [{ action: "accept" as const, element: accept }] : []),
  ];
};
