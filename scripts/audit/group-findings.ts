import { toComponent } from "@/server/scanner/component";
import type { NodeResult, PageResult } from "@/server/scanner/contract";

interface FailingElement {
  selector: string;
  html: string;
}

/** Findings for one rule that a single change may clear: those in the same component, or on similar elements. */
export interface FindingGroup {
  rule_id: string;
  /** The component or, if there is none, the tag of the elements. */
  element: string;
  findings: number;
  pages: number;
  /** Failing elements on the first pages that have any. */
  examples: { page_url: string; elements: FailingElement[] }[];
}

const MAX_GROUPS = 2_000;
/** Maximum number of pages where a fix is tried, and of elements on each of them. */
const MAX_PAGES = 10;
const MAX_ELEMENTS = 50;

/** Returns an element's tag with its classes but without its other attributes, which differ between similar elements. */
const readTag = (html: string): string => {
  const [, name = "", attributes = ""] = /^<([\w-]{1,50})([^>]{0,500})/.exec(html) ?? [];
  const [, classes = ""] = /\sclass="([^"]{1,200})"/.exec(attributes) ?? [];
  return classes === "" ? `<${name}>` : `<${name} class="${classes}">`;
};

/**
 * Reports whether fixes can be tried in a view in which the element fails. Fixes are tried in the usual window, in the
 * light and the dark colour scheme, but not in other views or in states of the page such as open dialogs.
 */
const isTriable = ({ views, reach }: NodeResult): boolean =>
  reach === undefined && (views ?? ["usual"]).some((view) => view === "usual" || view === "dark");

/** Groups the findings of an audit, so that fixes are tried first for the groups on the most pages. */
export class FindingGroups {
  private readonly groups = new Map<string, FindingGroup>();

  add({ final_url, journey, axe }: Pick<PageResult, "final_url" | "journey" | "axe">): void {
    // The pages of a journey can't be opened by their URL alone.
    if (journey) return;
    const onPage = new Map<FindingGroup, FailingElement[]>();
    for (const { rule_id, nodes } of axe?.violations ?? [])
      for (const node of nodes.filter(isTriable)) {
        const group = this.open(rule_id, node);
        if (group) onPage.set(group, [...(onPage.get(group) ?? []), { selector: node.selector, html: node.html }]);
      }
    for (const [group, elements] of onPage) {
      group.findings += elements.length;
      group.pages += 1;
      if (group.examples.length < MAX_PAGES)
        group.examples.push({ page_url: final_url, elements: elements.slice(0, MAX_ELEMENTS) });
    }
  }

  /** Returns the first `count` groups, sorted by number of pages, then by number of findings, highest first. */
  listWidest(count: number): FindingGroup[] {
    const widestFirst = (one: FindingGroup, other: FindingGroup): number =>
      other.pages - one.pages || other.findings - one.findings;
    return [...this.groups.values()].sort(widestFirst).slice(0, count);
  }

  private open(rule_id: string, { component, html }: NodeResult): FindingGroup | null {
    const place = component ?? readTag(html);
    const key = `${rule_id} ${place}`;
    const known = this.groups.get(key);
    if (known || this.groups.size >= MAX_GROUPS) return known ?? null;
    const element = toComponent(component ?? null)?.label ?? place;
    const group = { rule_id, element, findings: 0, pages: 0, examples: [] };
    this.groups.set(key, group);
    return group;
  }
}
