import { toPlainText } from "react-email";

type Node = { type: string; name?: string; children?: Node[]; attribs?: Record<string, string> };
type Walk = (nodes: Node[], builder: Builder) => void;
type Builder = {
  openBlock: (options: { leadingLineBreaks: number }) => void;
  closeBlock: (options: { trailingLineBreaks: number }) => void;
  addInline: (text: string, options?: { noWordTransform: boolean }) => void;
  addLineBreak: () => void;
};

const writeFact = (row: Node, walk: Walk, builder: Builder): void => {
  const [label, value] = (row.children ?? []).filter(({ name }) => name === "th" || name === "td");
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(label?.children ?? [], builder);
  builder.addInline(": ");
  walk(value?.children ?? [], builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const writeAction = (link: Node, walk: Walk, builder: Builder): void => {
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(link.children ?? [], builder);
  builder.addInline(":");
  builder.addLineBreak();
  builder.addInline(link.attribs?.["href"] ?? "", { noWordTransform: true });
  builder.closeBlock({ trailingLineBreaks: 2 });
};

const writeLink = (link: Node, walk: Walk, builder: Builder): void => {
  walk(link.children ?? [], builder);
  builder.addInline(": ");
  builder.addInline(link.attribs?.["href"] ?? "", { noWordTransform: true });
};

const writeFooter = (section: Node, walk: Walk, builder: Builder): void => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addInline("---");
  builder.addLineBreak();
  walk(section.children ?? [], builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const options = {
  formatters: { fact: writeFact, action: writeAction, footer: writeFooter, link: writeLink },
  selectors: [
    { selector: "h1", options: { uppercase: false } },
    { selector: "ul", options: { itemPrefix: "- " } },
    { selector: "[data-text=fact]", format: "fact" },
    { selector: "[data-text=action]", format: "action" },
    { selector: "[data-text=link]", format: "link" },
    { selector: "[data-text=address]", format: "inline" },
    { selector: "[data-text=footer]", format: "footer" },
  ],
};

/** Returns the plain-text version of a rendered email: facts as "label: value" lines, the button as its URL. */
export const toText = (html: string): string =>
  `${toPlainText(html, options)
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
