import { scope as texts } from "@/messages/texts/scope";
import { formatList } from "./formats";

/** What an audit covered, apart from its pages. */
export interface Scope {
  url_list: {
    urls: number;
    list_only: boolean;
    groups: readonly { name: string | null; pages: number }[];
  } | null;
  excluded: { selectors: readonly string[]; elements: number; findings: number; pages: number } | null;
  rules: { include: readonly string[]; exclude: readonly string[] } | null;
}

const MAX_NAMED = 10;

const listSome = (names: readonly string[]): string => {
  const more = names.length - MAX_NAMED;
  return formatList([...names.slice(0, MAX_NAMED), ...(more > 0 ? [texts.more({ count: more })] : [])]);
};

const describeList = ({ urls, list_only, groups }: NonNullable<Scope["url_list"]>): string[] => {
  const named = groups.flatMap(({ name, pages }) => (name === null ? [] : [texts.group({ name, pages })]));
  return [
    texts.list({ urls, isOnly: list_only }),
    ...(named.length > 0 ? [texts.groups({ groups: listSome(named) })] : []),
  ];
};

const describeRules = ({ include, exclude }: NonNullable<Scope["rules"]>): string[] => [
  ...(include.length > 0 ? [texts.onlyRules({ rules: listSome(include) })] : []),
  ...(exclude.length > 0 ? [texts.excludedRules({ rules: listSome(exclude) })] : []),
];

/** Returns sentences about everything that limits or extends what an audit covered; none for a usual audit. */
export const describeScope = ({ url_list, excluded, rules }: Scope): string[] => [
  ...(url_list ? describeList(url_list) : []),
  ...(excluded ? [texts.excluded({ ...excluded, selectors: listSome(excluded.selectors) })] : []),
  ...(rules ? describeRules(rules) : []),
];
