import { createHash } from "node:crypto";
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parse, serialize } from "parse5";

type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;
type Document = DefaultTreeAdapterTypes.Document;

/**
 * This attribute numbers the elements of the original page, so that findings before and after a change can be matched.
 */
export const truthName = "x:n";

export interface Names {
  classes: ReadonlySet<string>;
  ids: ReadonlySet<string>;
}

/** A change to a website that doesn't affect its findings. */
export interface HarmlessChange {
  name: string;
  page?(document: Document, names: Names): void;
  css?(text: string, names: Names): string;
  /** Changes the page's own URL. */
  url?(path: string): string;
}

const short = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8);

const elementsIn = (parent: ParentNode): Element[] =>
  parent.childNodes.flatMap((node) =>
    defaultTreeAdapter.isElementNode(node) ? [node, ...(node.tagName === "svg" ? [] : elementsIn(node))] : [],
  );
const attributeOf = (element: Element, name: string) => element.attrs.find((each) => each.name === name);
const named = (document: Document, tag: string): Element[] =>
  elementsIn(document).filter(({ tagName }) => tagName === tag);
const createElement = (tag: string, attributes: Record<string, string> = {}): Element =>
  defaultTreeAdapter.createElement(
    tag,
    html.NS.HTML,
    Object.entries(attributes).map(([name, value]) => ({ name, value })),
  );
const createTextElement = (tag: string, text: string): Element => {
  const element = createElement(tag);
  defaultTreeAdapter.insertText(element, text);
  return element;
};
const insertFirst = (parent: ParentNode, element: Element): void => {
  const [first] = parent.childNodes;
  if (first) defaultTreeAdapter.insertBefore(parent, element, first);
  else defaultTreeAdapter.appendChild(parent, element);
};
const wrap = (element: Element): void => {
  const parent = element.parentNode;
  if (!parent) return;
  const wrapper = createElement("div");
  defaultTreeAdapter.insertBefore(parent, wrapper, element);
  defaultTreeAdapter.detachNode(element);
  defaultTreeAdapter.appendChild(wrapper, element);
};
/** Moves the parent's children with this tag to the end of the parent, in reverse order. */
const reverse = (parent: ParentNode, tag: string): void => {
  const items = parent.childNodes.filter((node) => defaultTreeAdapter.isElementNode(node) && node.tagName === tag);
  for (const item of items.toReversed()) {
    defaultTreeAdapter.detachNode(item);
    defaultTreeAdapter.appendChild(parent, item);
  }
};

const references = new Set("for aria-labelledby aria-describedby aria-controls headers list form".split(" "));
const targets = new Set(["href", "data-target", "data-bs-target", "data-parent", "data-bs-parent"]);

const renameIds =
  (rename: (id: string) => string) =>
  (document: Document): void => {
    const renamed = ({ name, value }: { name: string; value: string }): string => {
      if (name === "id") return rename(value);
      if (references.has(name)) return value.split(/\s+/).map(rename).join(" ");
      return targets.has(name) && /^#./.test(value) ? `#${rename(value.slice(1))}` : value;
    };
    for (const { attrs } of elementsIn(document)) for (const attribute of attrs) attribute.value = renamed(attribute);
  };

const renameClasses =
  (rename: (name: string) => string) =>
  (document: Document): void => {
    for (const element of elementsIn(document)) {
      const attribute = attributeOf(element, "class");
      if (attribute) attribute.value = attribute.value.split(/\s+/).filter(Boolean).map(rename).join(" ");
    }
  };

const renameInCss =
  (sign: "." | "#", rename: (name: string) => string) =>
  (text: string, { classes, ids }: Names): string =>
    text.replace(sign === "." ? /\.([a-z_-][\w-]*)/gi : /#([a-z_-][\w-]*)/gi, (all, name: string) =>
      (sign === "." ? classes : ids).has(name) ? `${sign}${rename(name)}` : all,
    );

const changeAssets =
  (change: (path: string) => string) =>
  (document: Document): void => {
    for (const { attrs, tagName } of elementsIn(document))
      for (const attribute of attrs) {
        const isAsset = attribute.name === "src" || (tagName === "link" && attribute.name === "href");
        if (isAsset && !/^(?:data:|https?:|\/\/)/.test(attribute.value)) attribute.value = change(attribute.value);
      }
  };

/** Removes the hashes that a change added to file names, so that the server finds the files. */
export const unhashed = (path: string): string => path.replace(/\.h[0-9a-f]{8}(?=\.\w+$)/, "");

const textsIn = (parent: ParentNode): DefaultTreeAdapterTypes.TextNode[] =>
  parent.childNodes.flatMap((node) => {
    if (defaultTreeAdapter.isTextNode(node)) return [node];
    return defaultTreeAdapter.isElementNode(node) && !/^(?:script|style)$/.test(node.tagName) ? textsIn(node) : [];
  });

const suffixed = (name: string): string => `${name}__${short(name)}`;
const generated = (name: string): string => `css-${short(`class ${name}`)}`;
const renumbered = (id: string): string => (id === "" ? "" : `r${short(`id ${id}`)}`);

export const harmlessChanges: readonly HarmlessChange[] = [
  { name: "class names with a hash", page: renameClasses(suffixed), css: renameInCss(".", suffixed) },
  { name: "generated class names", page: renameClasses(generated), css: renameInCss(".", generated) },
  { name: "other ids", page: renameIds(renumbered), css: renameInCss("#", renumbered) },
  {
    name: "wrapper around the page",
    page: (document) => {
      for (const body of named(document, "body")) {
        const wrapper = createElement("div", { id: "app" });
        for (const node of [...body.childNodes]) {
          defaultTreeAdapter.detachNode(node);
          defaultTreeAdapter.appendChild(wrapper, node);
        }
        defaultTreeAdapter.appendChild(body, wrapper);
      }
    },
  },
  {
    name: "wrappers around blocks",
    page: (document) => {
      for (const element of elementsIn(document))
        if (/^(?:h[1-6]|p|ul|ol|form|table|img|nav|article)$/.test(element.tagName)) wrap(element);
    },
  },
  {
    name: "reordered lists",
    page: (document) => {
      for (const list of [...named(document, "ul"), ...named(document, "ol")]) reverse(list, "li");
    },
  },
  {
    name: "reordered table rows",
    page: (document) => {
      for (const body of named(document, "tbody")) reverse(body, "tr");
    },
  },
  {
    name: "reordered cards",
    page: (document) => {
      for (const row of named(document, "div"))
        if (/(?:^|\s)row(?:\s|$)/.test(attributeOf(row, "class")?.value ?? "")) reverse(row, "div");
    },
  },
  {
    name: "banner on top",
    page: (document) => {
      for (const body of named(document, "body")) {
        const banner = createElement("div", { class: "banner", role: "region", "aria-label": "Offer" });
        defaultTreeAdapter.appendChild(banner, createTextElement("p", "Free delivery until Sunday"));
        insertFirst(body, banner);
      }
    },
  },
  {
    name: "new section in the middle",
    page: (document) => {
      const blocks = elementsIn(document).filter(({ tagName }) => /^(?:section|div|article)$/.test(tagName));
      const middle = blocks[Math.floor(blocks.length / 2)];
      if (!middle?.parentNode) return;
      const section = createElement("section");
      defaultTreeAdapter.appendChild(section, createTextElement("h2", "What our customers say"));
      defaultTreeAdapter.appendChild(section, createTextElement("p", "We would order here again at any time."));
      defaultTreeAdapter.insertBefore(middle.parentNode, section, middle);
    },
  },
  {
    name: "new item in every list",
    page: (document) => {
      for (const list of named(document, "ul")) {
        const item = createElement("li");
        const link = createTextElement("a", "New arrivals");
        link.attrs.push({ name: "href", value: "/new-arrivals" });
        defaultTreeAdapter.appendChild(item, link);
        insertFirst(list, item);
      }
    },
  },
  {
    name: "new parameters for assets",
    page: changeAssets((path) => `${path}${path.includes("?") ? "&" : "?"}v=${short(path)}`),
  },
  { name: "asset names with a hash", page: changeAssets((path) => path.replace(/(?=\.\w+$)/, `.h${short(path)}`)) },
  { name: "new parameters for pages", url: (path) => `${path}?edition=2&utm_source=letter` },
  {
    name: "renamed pages",
    url: (path) => path.replace(/([\w-]+)\.html$/, (_, slug: string) => `our-${short(slug)}.html`),
  },
  {
    name: "data attributes and styles",
    page: (document) => {
      for (const [index, element] of elementsIn(document).entries())
        element.attrs.push({ name: `data-v-${short("scope")}`, value: "" }, { name: "data-index", value: `${index}` });
    },
  },
  {
    name: "attributes and white space",
    page: (document) => {
      for (const { attrs } of elementsIn(document)) attrs.reverse();
      for (const text of textsIn(document)) text.value = text.value.replace(/\s+/g, (space) => `${space}\n    `);
    },
  },
  {
    name: "comments and tokens",
    page: (document) => {
      for (const form of named(document, "form"))
        insertFirst(form, createElement("input", { type: "hidden", name: "csrf_token", value: short("token") }));
      for (const element of elementsIn(document))
        if (element.parentNode && /^(?:div|p|li)$/.test(element.tagName)) {
          const comment = defaultTreeAdapter.createCommentNode(` ${short(element.tagName)} `);
          defaultTreeAdapter.insertBefore(element.parentNode, comment, element);
        }
    },
  },
  {
    name: "other generic elements",
    page: (document) => {
      for (const element of named(document, "div"))
        if (attributeOf(element, "role") === undefined) element.tagName = element.nodeName = "section";
    },
  },
  {
    name: "different numbers in text",
    page: (document) => {
      for (const text of textsIn(document))
        text.value = text.value.replace(/\d/g, (digit) => `${(Number(digit) + 3) % 10}`);
    },
  },
];

/** Returns the changed page, with numbered elements. */
export const changePage = (text: string, change: HarmlessChange | null, names: Names): string => {
  const document = parse(text);
  for (const [index, element] of elementsIn(document).entries())
    element.attrs.unshift({ name: truthName, value: `${index}` });
  change?.page?.(document, names);
  for (const style of named(document, "style"))
    for (const node of style.childNodes)
      if (defaultTreeAdapter.isTextNode(node)) node.value = change?.css?.(node.value, names) ?? node.value;
  return serialize(document);
};

/** Returns the class names and ids used on the given pages. */
export const readNames = (pages: readonly string[]): Names => {
  const elements = pages.flatMap((page) => elementsIn(parse(page)));
  const valuesOf = (name: string) =>
    elements.flatMap((element) => attributeOf(element, name)?.value.split(/\s+/) ?? []);
  return { classes: new Set(valuesOf("class").filter(Boolean)), ids: new Set(valuesOf("id").filter(Boolean)) };
};
