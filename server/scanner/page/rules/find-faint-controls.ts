export type ControlKind = "field" | "icon" | "shape" | "toggle";

/** A control that may have too little contrast, according to its styles. */
export interface FaintControl {
  element: HTMLElement;
  kind: ControlKind;
  /** The area in which the control is drawn. */
  area: Element;
  /** Whether a person has to decide, for example because text inside the control may identify it. */
  hasText: boolean;
}

/**
 * Determines from styles how clearly something stands out. Unless the contrast is clearly sufficient, it is then
 * measured in screenshots.
 */
export interface Inks {
  /** Reports whether a colour stands out from the background that styles give the element. */
  standsOut(element: Element, ink: string): boolean;
  /** Reports whether an element has a border, background or shadow that stands out. */
  isOutlined(element: Element): boolean;
  /** Returns the contrast ratio of two opaque colours. */
  contrast(one: string, other: string): number;
}

/** Runs in the page. */
export const createInks = (): Inks => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const known = new Map<string, number[]>();
  const read = (color: string): number[] => {
    const before = known.get(color);
    if (before || canvas === null) return before ?? [0, 0, 0, 0];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = "transparent";
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const parts = [...canvas.getImageData(0, 0, 1, 1).data];
    known.set(color, parts);
    return parts;
  };
  const luminance = (parts: readonly number[]): number =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
      const part = (parts[index] ?? 0) / 255;
      return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    }, 0);
  const contrastOf = (one: readonly number[], other: readonly number[]): number => {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  const backgroundOf = (element: Element): number[] => {
    let outer = pageTree.parentOf(element);
    for (let level = 0; outer && level < 100; level += 1, outer = pageTree.parentOf(outer)) {
      const parts = read(getComputedStyle(outer).backgroundColor);
      if ((parts[3] ?? 0) > 128) return parts;
    }
    return matchMedia("(forced-colors: active)").matches ? [0, 0, 0, 255] : [255, 255, 255, 255];
  };
  const opacityOf = (element: Element | null, levels: number): number =>
    element && levels > 0
      ? Number.parseFloat(getComputedStyle(element).opacity) * opacityOf(pageTree.parentOf(element), levels - 1)
      : 1;
  const standsOut = (element: Element, ink: string): boolean => {
    const [background, parts] = [backgroundOf(element), read(ink)];
    const alpha = ((parts[3] ?? 0) / 255) * opacityOf(element, 6);
    const mixed = background.map((part, index) => part * (1 - alpha) + (parts[index] ?? 0) * alpha);
    return contrastOf(mixed, background) >= 2.9;
  };
  const inksOf = (style: CSSStyleDeclaration): string[] => [
    ...["top", "right", "bottom", "left"]
      .filter((side) => Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0)
      .map((side) => style.getPropertyValue(`border-${side}-color`)),
    ...(style.outlineStyle === "none" ? [] : [style.outlineColor]),
    ...(style.boxShadow.match(/^[a-z]+\([^)]*\)/) ?? []),
    style.backgroundColor,
  ];
  return {
    contrast: (one, other) => contrastOf(read(one), read(other)),
    standsOut,
    isOutlined: (element) =>
      [undefined, "::before", "::after"]
        .map((part) => getComputedStyle(element, part))
        .filter((style, index) => index === 0 || (style.content !== "none" && style.display !== "none"))
        .some((style) => inksOf(style).some((ink) => standsOut(element, ink))),
  };
};

/** Runs in the page: returns text fields that the author styled with a faint border and background. */
export const findFaintFields = ({ isOutlined }: Inks): FaintControl[] => {
  const types = ["text", "search", "email", "url", "tel", "password", "number"];
  const fields = 'input:not([readonly]), textarea:not([readonly]), select:not([multiple], [size]:not([size="1"]))';
  const usual = { style: "inset", width: "2px", color: "rgb(118, 118, 118)" };
  const isStyled = (element: HTMLElement): boolean => {
    const style = getComputedStyle(element);
    const isUsual =
      style.borderTopStyle === usual.style &&
      style.borderTopWidth === usual.width &&
      style.borderTopColor === usual.color;
    return !isUsual && !(element instanceof HTMLSelectElement && style.appearance !== "none");
  };
  const hasText = (element: HTMLElement): boolean => {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return true;
    return element.value !== "" || element.placeholder.trim() !== "" || hasLabelInside(element);
  };
  const hasLabelInside = (element: HTMLElement): boolean => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null;
    // A label beside the field may be drawn inside it without being linked to it.
    const beside = element.parentElement?.querySelectorAll(":scope > label") ?? [];
    return [...(labels ?? []), ...beside].some((label) => {
      const box = label.contains(element) ? null : label.getBoundingClientRect();
      return box && box.left < right && box.right > left && box.top < bottom - 6 && box.bottom > top + 6;
    });
  };
  /** Returns the outermost element that may draw the field's border. */
  const areaOf = (element: HTMLElement): Element => {
    const inner = element.getBoundingClientRect();
    let area: Element = element;
    let outer = element.parentElement;
    for (let level = 0; outer && outer !== document.body && level < 8; level += 1, outer = outer.parentElement) {
      const { width, height } = outer.getBoundingClientRect();
      const isClose = width <= inner.width + 120 && height <= inner.height + 48;
      if (!isClose || outer.querySelectorAll("input, textarea, select").length > 1) break;
      area = outer;
    }
    return area;
  };
  const isText = (element: HTMLElement): boolean =>
    !(element instanceof HTMLInputElement) || types.includes(element.type);
  return pageTree
    .findAll<HTMLElement>(fields)
    .slice(0, 200)
    .flatMap((element) => {
      if (!isText(element) || !isStyled(element) || isOutlined(element)) return [];
      return [{ element, kind: "field" as const, area: areaOf(element), hasText: hasText(element) }];
    });
};

/** Runs in the page: returns checkboxes, radio buttons and switches that the author draws in faint colours. */
export const findFaintToggles = ({ isOutlined }: Inks): FaintControl[] => {
  const roles = ["checkbox", "radio", "switch"];
  const all = [
    ...["checkbox", "radio"].map((type) => `input[type="${type}"]`),
    ...roles.map((role) => `[role="${role}"]:not(input)`),
  ].join();
  const isHidden = (element: Element): boolean => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    const { opacity, clip, clipPath } = getComputedStyle(element);
    const isCut = (clip !== "auto" && clip !== "") || clipPath !== "none";
    return opacity === "0" || isCut || width <= 2 || height <= 2 || right <= 0 || bottom <= 0;
  };
  /** Returns the element in which the author draws the control; null if the browser draws it. */
  const areaOf = (element: Element): Element | null => {
    if (!(element instanceof HTMLInputElement)) return element;
    if (isHidden(element)) return element.labels?.length === 1 ? (element.labels[0] ?? null) : null;
    return getComputedStyle(element).appearance === "none" ? element : null;
  };
  /**
   * Reports whether the control may be a star in a rating, which may be faint on purpose until it is chosen, or one of
   * several colours to choose from, which may be pale.
   */
  const isWordless = (element: Element, area: Element): boolean =>
    (element.matches("[type='radio'], [role='radio']") || area.matches("label, [style*='background']")) &&
    (area.textContent ?? "").trim() === "";
  return pageTree
    .findAll<HTMLElement>(all)
    .slice(0, 200)
    .flatMap((element) => {
      const area = areaOf(element);
      if (area === null) return [];
      const parts = [area, ...area.querySelectorAll("*")]
        .filter((part) => part === area || part !== element)
        .slice(0, 20);
      const isDrawn = (part: Element): boolean => part.matches("img, svg, canvas") || isOutlined(part);
      if (parts.some(isDrawn)) return [];
      return [{ element, kind: "toggle" as const, area, hasText: isWordless(element, area) }];
    });
};

/** Runs in the page: returns buttons and links that consist of a faint icon. Leaves out logos and inactive controls. */
export const findFaintIcons = ({ standsOut }: Inks): FaintControl[] => {
  const brands =
    /logo|brand|facebook|twitter|instagram|linkedin|youtube|github|gitlab|tiktok|pinterest|mastodon|xing|whatsapp|telegram|dribbble|behance|google|apple|vimeo|discord|slack|reddit|snapchat|bluesky|threads|(?:^|[/.@])x\.com/i;
  const inactive = /disabled|inactive|muted|\bstars?\b|rating|skeleton|placeholder/i;
  const say = (element: Element): string =>
    ["class", "aria-label", "title", "href", "id"].map((name) => element.getAttribute(name) ?? "").join(" ");
  const isKnown = (element: Element): boolean =>
    [element, ...element.querySelectorAll("*")].some((each) => brands.test(say(each)) || inactive.test(say(each)));
  const isSmall = (icon: Element): boolean => {
    const { width, height } = icon.getBoundingClientRect();
    return Math.max(width, height) <= 64;
  };
  const isTwin = (element: HTMLElement): boolean => {
    const target = element.getAttribute("href");
    if (target === null) return false;
    if (/^(?:\/|\.\/|\/?index\.html?)$/.test(target)) return true;
    const selector = `a[href="${CSS.escape(target)}"]`;
    return pageTree.findAll(selector).some((each) => (each.textContent ?? "").trim() !== "");
  };
  const isFaint = (icon: Element): boolean =>
    [...icon.querySelectorAll("*")].slice(0, 50).every((shape) => {
      const { fill, stroke } = getComputedStyle(shape);
      const isLine = stroke !== "none" && fill === "rgb(0, 0, 0)";
      return [isLine ? "none" : fill, stroke].every((ink) => ink === "none" || !standsOut(shape, ink));
    });
  const iconOf = (element: HTMLElement): Element | null => {
    const [icon, ...others] = element.querySelectorAll("svg");
    const isAlone = others.length === 0 && element.querySelector("img, picture, video, canvas, input") === null;
    const isBare = (element.textContent ?? "").trim() === (icon?.textContent ?? "").trim();
    const hasPattern = icon?.querySelector("image, linearGradient, radialGradient, pattern, filter, mask") ?? null;
    return icon && isAlone && isBare && hasPattern === null ? icon : null;
  };
  return pageTree
    .findAll<HTMLElement>("button, a[href], [role='button']")
    .slice(0, 1_000)
    .flatMap((element) => {
      const icon = iconOf(element);
      const isMeant =
        icon !== null &&
        isSmall(icon) &&
        element.closest("h1, h2, h3, h4, h5, h6") === null &&
        icon.parentElement?.closest("[aria-hidden='true']") === null;
      if (!isMeant || !isFaint(icon) || isKnown(element) || isTwin(element)) return [];
      return [{ element, kind: "icon" as const, area: icon, hasText: false }];
    });
};

/**
 * Runs in the page: returns buttons without text that consist of faint shapes, such as the dots of a carousel. Leaves
 * out colours to choose from, and inactive controls.
 */
export const findFaintShapes = ({ isOutlined }: Inks): FaintControl[] => {
  const controls = "button, a[href^='#'], [role='button'], [role='tab']";
  const others =
    "img, svg, picture, video, canvas, iframe, object, embed, input, select, textarea, [style*='color'], [style*='background'], [role='switch'], [role='checkbox'], [role='radio']";
  const unlike = /disabled|inactive|muted|\bstars?\b|rating|skeleton|placeholder|colou?r|swatch/i;
  const [MOST_PARTS, MOST_WIDTH] = [10, 64];
  const isNamed = (part: Element): boolean =>
    ["class", "aria-label", "title", "id"].some((name) => unlike.test(part.getAttribute(name) ?? ""));
  const isDrawn = (part: Element): boolean =>
    [undefined, "::before", "::after"].some((pseudo) => {
      const { content, backgroundColor, borderTopWidth, borderTopColor } = getComputedStyle(part, pseudo);
      const inks = borderTopWidth === "0px" ? [backgroundColor] : [backgroundColor, borderTopColor];
      return (pseudo === undefined || content === '""') && inks.some((ink) => ink !== "rgba(0, 0, 0, 0)");
    });
  /** Icon fonts draw with generated text. */
  const isShape = (part: Element): boolean =>
    !part.localName.includes("-") &&
    part.shadowRoot === null &&
    [undefined, "::before", "::after"].every((pseudo) => {
      const { backgroundImage, content } = getComputedStyle(part, pseudo);
      return backgroundImage === "none" && (pseudo === undefined || /^(?:none|normal|"")$/.test(content));
    });
  return pageTree
    .findAll<HTMLElement>(controls)
    .slice(0, 1_000)
    .flatMap((element) => {
      if ((element.textContent ?? "").trim() !== "") return [];
      const parts = [element, ...element.querySelectorAll("*")];
      if (parts.length > MOST_PARTS || parts.some((part) => part.matches(others) || isNamed(part))) return [];
      const { width, height } = element.getBoundingClientRect();
      const isFaint = parts.every(isShape) && parts.some(isDrawn) && !parts.some(isOutlined);
      if (Math.max(width, height) > MOST_WIDTH || !isFaint) return [];
      return [{ element, kind: "shape" as const, area: element, hasText: false }];
    });
};

/** Runs in the page. */
export const listFaintControls = (
  find: {
    findFaintFields: typeof findFaintFields;
    findFaintIcons: typeof findFaintIcons;
    findFaintShapes: typeof findFaintShapes;
    findFaintToggles: typeof findFaintToggles;
  },
  inks: Inks,
): FaintControl[] =>
  [find.findFaintFields, find.findFaintToggles, find.findFaintIcons, find.findFaintShapes].flatMap((each) =>
    each(inks),
  );
