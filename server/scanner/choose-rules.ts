import type { ScanOptions } from "./contract";
import { crossPageRulesOf, rulesOf, secondRulesOf } from "./page/rule-catalogue";
import { drivenRules } from "./page/step-rules";
import type { PageDepth } from "./page-result";

/**
 * Number of pages per template to interact with (unless the scan interacts with all pages) and to load on an emulated
 * phone.
 */
const REPRESENTATIVES = 2;

export interface ChosenRules {
  /** Ids of the rules to run on a page. */
  rules: string[];
  /** Ids of the rules that compare the page with others. */
  crossPageRules: string[];
  depth: Exclude<PageDepth, "partial">;
  /** The second engine's rules, under that engine's own ids. */
  secondRules: readonly string[];
  /** Whether to explore the states of the page. */
  exploresStates: boolean;
  /** Whether to look for pages that only scripts lead to. */
  findsRoutes: boolean;
  /** Whether to load the page again on an emulated phone. */
  loadsOnPhone: boolean;
}

interface Page {
  template: string;
  isStart: boolean;
  /** True if the scanner must not interact with the page, because doing so has crashed a tab or a process. */
  isFragile: boolean;
  /** True if only a journey can open the page. In that case, the page's states can't be explored in another tab. */
  isReached?: boolean;
}

/** Reports whether a page is the first of its template, and remembers the template. */
const isFirst = (templates: Set<string>, { template }: Page): boolean => {
  const isNew = !templates.has(template);
  templates.add(template);
  return isNew;
};

/**
 * Reports whether a page should represent its template and, if so, counts the page. `counts` contains the number of
 * representatives of each template.
 */
const isRepresentative = ({ template, isStart }: Page, counts: Map<string, number>): boolean => {
  const count = counts.get(template) ?? 0;
  if (!isStart && count >= REPRESENTATIVES) return false;
  counts.set(template, count + 1);
  return true;
};

/** Chooses the rules for each page of a scan. */
export class RuleChooser {
  private readonly rules: Readonly<Record<ChosenRules["depth"], string[]>>;
  private readonly crossPageRules: string[];
  private readonly driven = new Map<string, number>();
  private readonly onPhone = new Map<string, number>();
  /** Templates with a page whose states have been explored. */
  private readonly explored = new Set<string>();
  /** Templates with a page that has been searched for routes. */
  private readonly searched = new Set<string>();

  private readonly secondRules: readonly string[];

  constructor(
    private readonly options: Pick<
      ScanOptions,
      "standard" | "depth" | "device" | "second_engine" | "views" | "states" | "include_rules" | "exclude_rules"
    >,
  ) {
    const { include_rules, exclude_rules } = options;
    const isWanted = (id: string) =>
      (include_rules.length === 0 || include_rules.includes(id)) && !exclude_rules.includes(id);
    this.secondRules = options.second_engine ? secondRulesOf(options.standard, isWanted) : [];
    const full = rulesOf(options.standard).filter(isWanted);
    this.crossPageRules = crossPageRulesOf(options.standard).filter(isWanted);
    this.rules = { full, quick: full.filter((id) => !drivenRules.includes(id)) };
  }

  choose(page: Page): ChosenRules {
    const depth = this.isDriven(page) ? "full" : "quick";
    const { crossPageRules, secondRules } = this;
    const isOpenable = depth === "full" && !page.isReached;
    return {
      ...{ rules: this.rules[depth], crossPageRules, depth, secondRules },
      exploresStates: isOpenable && this.options.states && isFirst(this.explored, page),
      findsRoutes: isOpenable && isFirst(this.searched, page),
      loadsOnPhone: isOpenable && this.isForPhone(page),
    };
  }

  /**
   * Reports whether to load a page on an emulated phone. This isn't necessary if the audit emulates a phone anyway.
   */
  private isForPhone(page: Page): boolean {
    const { views, device } = this.options;
    return views.includes("phone") && device === "desktop" && isRepresentative(page, this.onPhone);
  }

  private isDriven(page: Page): boolean {
    if (page.isFragile || this.options.depth === "quick") return false;
    return this.options.depth === "full" || isRepresentative(page, this.driven);
  }
}
