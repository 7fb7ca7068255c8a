import type { PageFacts } from "../page/probe/read-facts";
import { isActionAddress, isActionText } from "../sign-in/action-words";
import { addressKey } from "./addresses";
import { type DecisionParts, listLinks, queueLinks } from "./decide-page";
import { isPdfLink } from "./document-list";
import type { Target } from "./frontier";

export interface PageWithLinks {
  /** The URL that identifies the page in the audit. */
  url: string;
  facts: Pick<PageFacts, "address" | "links" | "frameLinks">;
  /** Reports whether a URL contains text that mustn't appear in results. */
  isSecret: (url: string) => boolean;
}

/**
 * The links on pages that journeys led to. They are queued once the audit's first pages are known, because the start
 * page, the URL list and the sitemaps come before them.
 */
export class ReachedLinks {
  private readonly noted: { url: string; links: string[] }[] = [];
  /** The URLs of the pages themselves, which have already been scanned. Many pages link to their own sections. */
  private readonly own = new Set<string>();

  constructor(private readonly parts: DecisionParts) {}

  /** Remembers the links on a page. Returns the documents that the page links to. */
  async note({ url, facts, isSecret }: PageWithLinks): Promise<string[]> {
    const { documents, frontier } = this.parts;
    const address = frontier.linkAddress(facts.address);
    if (address !== null) this.own.add(addressKey(address));
    // The URL of an action may contain a token that works even without the journey's session.
    const isSafe = (link: { url: string; text: string }): boolean =>
      !(isActionText(link.text) || isActionAddress(link.url) || isSecret(link.url));
    const links = listLinks(this.parts, facts).filter(isSafe);
    this.noted.push({ url, links: links.filter((link) => !isPdfLink(link)).map((link) => link.url) });
    const page = {};
    documents.noteLinks(page, links);
    return documents.linkedBy(page);
  }

  /** Queues the links as if their pages were one click away from the start page. */
  async queue(): Promise<void> {
    const { frontier } = this.parts;
    const pages = this.noted.splice(0);
    for (const [index, { url, links }] of pages.entries()) {
      const turn = index - pages.length;
      const page: Target = { url, kind: "links", depth: 1, turn, givenAt: 0, from: null, listed: null };
      await queueLinks(
        this.parts,
        page,
        links.filter((link) => !this.own.has(addressKey(frontier.linkAddress(link) ?? link))),
      );
    }
  }
}
