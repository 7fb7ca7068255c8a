import { compileWildcards, type Matcher } from "./wildcard";

/** Maximum number of rules in the groups that apply to us. Ordinary files have a few thousand at most. */
const MAX_RULES = 20_000;
const MAX_PATTERN_LENGTH = 2_000;
const MAX_SITEMAPS = 200;
/**
 * Maximum amount of work for one URL, about 3 ms: one unit for each rule, and one for each character that a pattern
 * with `*` is compared with. If a path needs more, it is treated as disallowed.
 */
const MAX_WORK = 200_000;

interface Rule {
  isAllowed: boolean;
  length: number;
  hasWildcard: boolean;
  matches: Matcher;
}

interface Group {
  rules: Rule[];
  crawlDelay: number | null;
}

export interface RobotsRules {
  /** Reports whether robots.txt allows a path, including its query, to be requested. */
  allows(path: string): boolean;
  /** Crawl delay in seconds, as stated in the file; null if there is none. */
  crawlDelay: number | null;
  sitemaps: string[];
}

const upperCaseCodes = (text: string): string => text.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());

/** Returns a path or pattern in the percent-encoded form that is used for comparisons. */
const encode = (pattern: string): string =>
  upperCaseCodes(encodeURI(pattern.replace(/\p{Surrogate}/gu, "\ufffd")).replaceAll("%25", "%"));

const toRule = (pattern: string, isAllowed: boolean): Rule => {
  const encoded = encode(pattern);
  return {
    isAllowed,
    length: encoded.length,
    hasWildcard: encoded.includes("*"),
    matches: compileWildcards(encoded),
  };
};

/** Returns the statements as pairs of a lower-case key and a value. */
const readLines = (text: string): [string, string][] =>
  text.split(/[\r\n]/).flatMap((line) => {
    const [statement = ""] = line.split("#", 1);
    const colon = statement.indexOf(":");
    return colon < 0 ? [] : [[statement.slice(0, colon).trim().toLowerCase(), statement.slice(colon + 1).trim()]];
  });

const nameOf = (agent: string): string => (agent.split("/", 1)[0] ?? "").trim().toLowerCase();

/** Collects the groups for one robot and for all robots. */
class Groups {
  readonly sitemaps: string[] = [];
  private readonly groups = new Map<string, Group>();
  private speaksTo = new Set<string>();
  private isOpen = false;

  constructor(private readonly robot: string) {}

  get chosen(): Group | undefined {
    return this.groups.get(this.robot) ?? this.groups.get("*");
  }

  meet(key: string, value: string): void {
    if (key === "user-agent") this.addAgent(nameOf(value));
    else if (key === "sitemap" && value !== "" && this.sitemaps.length < MAX_SITEMAPS) this.sitemaps.push(value);
    else if (key === "allow" || key === "disallow") this.change((group) => addRule(group, value, key === "allow"));
    else if (key === "crawl-delay") this.change((group) => setDelay(group, value));
  }

  private addAgent(name: string): void {
    if (!this.isOpen) this.speaksTo = new Set();
    this.isOpen = true;
    if (name === this.robot || name === "*") this.speaksTo.add(name);
  }

  private change(apply: (group: Group) => void): void {
    this.isOpen = false;
    for (const name of this.speaksTo) {
      const group = this.groups.get(name) ?? { rules: [], crawlDelay: null };
      this.groups.set(name, group);
      apply(group);
    }
  }
}

const addRule = ({ rules }: Group, pattern: string, isAllowed: boolean): void => {
  if (pattern === "" || pattern.length > MAX_PATTERN_LENGTH || rules.length >= MAX_RULES) return;
  rules.push(toRule(pattern, isAllowed));
};

const setDelay = (group: Group, value: string): void => {
  const seconds = Number(value);
  if (value !== "" && seconds >= 0) group.crawlDelay = seconds;
};

/**
 * Sorts longer rules first, and allow before disallow for rules of the same length, because the first match decides
 * (RFC 9309, section 2.2.2).
 */
const bySpecificity = (a: Rule, b: Rule): number => b.length - a.length || Number(b.isAllowed) - Number(a.isAllowed);

/**
 * Reads robots.txt for a robot with this name. Uses the robot's own groups, or the groups for all robots if it has
 * none.
 */
export const readRobotsRules = (text: string, robot: string): RobotsRules => {
  const groups = new Groups(robot.toLowerCase());
  for (const [key, value] of readLines(text)) groups.meet(key, value);
  const rules = (groups.chosen?.rules ?? []).toSorted(bySpecificity);
  return {
    allows: (path) => {
      const written = upperCaseCodes(path);
      let work = 0;
      for (const { hasWildcard, matches, isAllowed } of rules) {
        work += 1 + (hasWildcard ? written.length : 0);
        if (work > MAX_WORK) return false;
        if (matches(written)) return isAllowed;
      }
      return true;
    },
    crawlDelay: groups.chosen?.crawlDelay ?? null,
    sitemaps: groups.sitemaps,
  };
};
