import { scope as texts } from "@/messages/texts/scope";
import { formatList } from "./formats";

/** What an audit covered, apart from its pages. */
export interface Scope {
  url_list: {
    urls: number;
    list_only: boolean;
    groups: readonly { name: string | null; pages: number }[];
  } | null;
}

const MAX_GROUPS = 10;

const describeList = ({ urls, list_only, groups }: NonNullable<Scope["url_list"]>): string[] => {
  const named = groups.flatMap(({ name, pages }) => (name === null ? [] : [texts.group({ name, pages })]));
  return [
    texts.list({ urls, isOnly: list_only }),
    ...(named.length > 0 ? [texts.groups({ groups: formatList(named.slice(0, MAX_GROUPS)) })] : []),
  ];
};

/** Returns sentences about everything that limits or extends what an audit covered; none for a usual audit. */
export const describeScope = ({ url_list }: Scope): string[] => (url_list ? describeList(url_list) : []);
