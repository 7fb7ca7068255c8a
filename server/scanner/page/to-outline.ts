import { createHash } from "node:crypto";
import type { NodeResult, PageOutline } from "../page-result";
import { toNode } from "./axe-result";
import { findComponent } from "./find-component";
import type { PageBox } from "./probe/locate-elements";
import type { AxeFindings, AxeNode } from "./probe/run-axe";
import { cutText, redactText } from "./redact";
import { sketchText } from "./sketch-text";

const MAX_NAME = 80;
const MAX_TITLE = 300;
const MAX_HTML = 300;

const hash = (...parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 12);

const readName = (name: string): string => redactText(name).slice(0, MAX_NAME);

/** Converts the probe's outline to the contract's type. Returns null if the outline couldn't be read. */
export const toOutline = (
  { outline, places }: AxeFindings,
  rules: readonly string[],
  boxes: readonly (PageBox | null)[] = [],
): PageOutline | null => {
  if (!outline) return null;
  const nodes: NodeResult[] = [];
  const add = (node: AxeNode): number => {
    const result = toNode({ places, boxes }, node);
    return nodes.push({ ...result, html: cutText(result.html, MAX_HTML), failure_summary: "" }) - 1;
  };
  const { title, text, main } = outline;
  if (title) add(title.node);
  return {
    rules: [...rules],
    language: outline.language.toLowerCase().split(/[-_]/, 1)[0] ?? "",
    title: title ? redactText(title.text).slice(0, MAX_TITLE) : "",
    content: sketchText(text),
    main,
    blocks: outline.blocks.map(({ node, kind, name, start, end, links }) => ({
      node: add(node),
      key: hash(kind, name, findComponent(places, node.place) ?? ""),
      ...{ kind, start, end },
      links: links.map((link) => ({ target: hash(link.target), name: readName(link.name), place: link.place })),
    })),
    controls: outline.controls.map((control) => ({
      node: add(control.node),
      function: hash(control.function),
      name: readName(control.name),
    })),
    help: outline.help.map(({ node, mechanism, name, block, place }) => ({
      ...{ node: add(node), mechanism: hash(mechanism), name: readName(name), block, place },
    })),
    nodes,
  };
};
