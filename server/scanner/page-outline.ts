import { z } from "zod";
import { NodeResult } from "./node-result";

const hash = z.string().min(1).max(40);
const name = z.string().max(100);
/** A position in document order. */
const place = z.number().int().min(0).max(1_000_000);
/** An index in `nodes`. */
const node = z.number().int().min(0).max(100);

const OutlineBlock = z.object({
  node,
  key: hash,
  kind: z.enum(["navigation", "aside", "header", "footer", "search"]),
  start: place,
  end: place,
  links: z.array(z.object({ target: hash, name, place })).max(60),
});

/**
 * The part of a page that the cross-page rules compare with other pages. Targets and functions are hashes, so that an
 * outline contains neither URLs nor the content of the page.
 *
 * - `rules`: ids of the cross-page rules to apply.
 * - `content`: a sketch of the main content (see sketch-text.ts). Two pages with the same content have the same sketch.
 * - `blocks`: navigation, header, footer and search, with their links. A block has the same `key` on every page.
 * - `controls`: buttons, with a hash of what each is for.
 * - `help`: links and buttons that lead to help, outside the main content, with the index of the block around each.
 * - `nodes`: the elements that findings may be reported for. The first is the title, if the page has one.
 */
export const PageOutline = z.object({
  rules: z.array(z.string().min(1).max(60)).max(20),
  language: z.string().max(20),
  title: z.string().max(300),
  content: z.array(z.number().int().min(0).max(4_294_967_295)).max(32),
  main: z.object({ start: place, end: place }).nullable(),
  blocks: z.array(OutlineBlock).max(20),
  controls: z.array(z.object({ node, function: hash, name })).max(20),
  help: z.array(z.object({ node, mechanism: hash, name, block: z.number().int().min(0).nullable(), place })).max(20),
  nodes: z.array(NodeResult).max(60),
});
export type PageOutline = z.infer<typeof PageOutline>;
