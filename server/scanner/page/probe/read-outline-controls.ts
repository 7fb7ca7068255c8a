/** Reads from links and buttons what the outline needs. */
export interface OutlineControls {
  /**
   * Returns what identifies the purpose of a button: the search form that it submits, or its icon together with its
   * classes and handler. Returns null if neither is known.
   */
  readControl(element: Element, isInBlock: boolean): string | null;
  /** Returns what identifies a way to get help; null if the element isn't one. */
  readHelp(element: Element, name: string, target: string | null): string | null;
}

/** Runs in the page. */
export const createPurposeReader = (): OutlineControls["readControl"] => {
  const attribute = (element: Element, name: string): string =>
    (Element.prototype.getAttribute.call(element, name) ?? "").trim().slice(0, 300);
  const geometry = "d href xlink:href points cx cy r x y x1 y1 x2 y2".split(" ");
  const iconOf = (element: Element): string | null => {
    const drawing = element.querySelector("svg");
    if (drawing) {
      const shapes = [...drawing.querySelectorAll("path, use, polygon, polyline, circle, rect, line")].slice(0, 6);
      const drawn = shapes.map((shape) =>
        geometry
          .map((name) => attribute(shape, name))
          .join(" ")
          .trim(),
      );
      return drawn.join("|") || null;
    }
    const image = element.querySelector("img");
    if (image) return attribute(image, "src") || null;
    const icon = element.querySelector("i, span[class*=icon], span[class*=fa-]");
    return icon && (attribute(icon, "class") || null);
  };
  const fieldsOf = (form: Element): string =>
    [...form.querySelectorAll("input[name]:not([type=hidden]), select[name], textarea[name]")]
      .slice(0, 10)
      .map((field) => attribute(field, "name"))
      .join();
  /**
   * Returns what identifies the form that a button submits; null if there is none. A search form, or any other form in
   * a repeated block, serves the same purpose on every page where it has the same fields.
   */
  const formOf = (element: Element, isInBlock: boolean): string | null => {
    if (!Element.prototype.matches.call(element, "button, input[type=submit], input[type=image]")) return null;
    if (attribute(element, "type") === "button") return null;
    const form = element.closest("form");
    if (!form || form.querySelectorAll("button:not([type=button]), input[type=submit], input[type=image]").length > 1)
      return null;
    const isSearch = form.matches("[role=search], search form") || form.querySelector("input[type=search]") !== null;
    if (!isSearch && !isInBlock) return null;
    const action = attribute(form, "action");
    const path = URL.canParse(action, document.baseURI) ? new URL(action, document.baseURI).pathname : "";
    return `form ${attribute(form, "method")} ${action === "" ? "" : path} ${fieldsOf(form)}`;
  };
  const stateOf = (element: Element): string =>
    ["aria-pressed", "aria-expanded", "aria-checked", "aria-selected"].map((name) => attribute(element, name)).join();
  return (element, isInBlock) => {
    const form = formOf(element, isInBlock);
    if (form !== null) return form;
    const isButton = Element.prototype.matches.call(element, "button, [role=button], input[type=image]");
    // biome-ignore lint/performance/useDomNodeTextContent: textContent includes hidden text, such as that for screen readers.
    if (!isButton || (element instanceof HTMLElement && element.innerText.trim() !== "")) return null;
    const icon = element.matches("input") ? attribute(element, "src") || null : iconOf(element);
    if (icon === null) return null;
    const handler = attribute(element, "onclick");
    return `icon ${icon} ${handler} ${attribute(element, "class")} ${stateOf(element)}`.slice(0, 1_000);
  };
};

/** Runs in the page. */
export const createHelpReader = (): OutlineControls["readHelp"] => {
  const words =
    /(?<![\p{L}\p{N}])(?:contact|contact us|help|help cent(?:re|er)|support|customer (?:service|care|support)|faqs?|live chat|chat|chat with us|get in touch|call us|kontakt|kontaktformular|hilfe|kundenservice|kundendienst|contactez|aide|assistance|nous contacter|service client|contacto|contáctanos|ayuda|atención al cliente|soporte|contatti|contattaci|aiuto|assistenza|assistência|contato|contacto|ajuda|suporte|hulp|klantenservice|hjälp|kundtjänst|hjelp|hjælp|kundeservice|pomoc|ota yhteyttä|yhteystiedot|asiakaspalvelu|yardım|iletişim|помощь|поддержка|контакты|お問い合わせ|ヘルプ|联系我们|帮助|聯絡我們|문의|고객센터|مساعدة|اتصل بنا)(?![\p{L}\p{N}])/iu;
  const paths = new Set(
    "contact contacts contact-us contactus kontakt kontakte contacto contatti contato contactez help hilfe ayuda aide aiuto ajuda hulp support faq faqs chat livechat help-center help-centre customer-service kundenservice klantenservice".split(
      " ",
    ),
  );
  const longestName = 40;
  /** Returns the target of a link that starts a call, a message or an email. */
  const addressOf = (element: Element): string | null => {
    const href = (Element.prototype.getAttribute.call(element, "href") ?? "").trim().slice(0, 300).toLowerCase();
    if (/^(?:tel|sms):\+?\d/.test(href)) return href.replace(/[\s()./-]+/g, "");
    if (/^mailto:[^?]/.test(href)) return href.split("?", 1)[0] ?? null;
    return /^https:\/\/(?:wa\.me|api\.whatsapp\.com\/send|m\.me)(?:\/|$|\?)/.test(href) ? href : null;
  };
  const isNamed = (name: string): boolean => name.length <= longestName && words.test(name);
  const isHelpPage = (target: string): boolean => {
    const path = target.split(/[?#]/, 1)[0] ?? "";
    const last = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w{1,5}$/, "");
    return paths.has(last.toLowerCase());
  };
  return (element, name, target) => {
    const address = addressOf(element);
    if (address !== null) return address;
    if (target !== null) return isNamed(name) || isHelpPage(target) ? `link ${target}` : null;
    const isButton = Element.prototype.matches.call(element, "button, [role=button]");
    return isButton && isNamed(name) ? `button ${name.toLowerCase()}` : null;
  };
};
