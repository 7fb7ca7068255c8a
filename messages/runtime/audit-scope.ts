import { scope as texts } from "@/messages/texts/scope";
import { formatList } from "./formats";

interface Interval {
  value: number;
  low: number;
  high: number;
}

/** The settings that limited or extended an audit; null for each setting that wasn't used. */
export interface Scope {
  url_list: {
    urls: number;
    list_only: boolean;
    groups: readonly { name: string | null; pages: number }[];
  } | null;
  excluded: { selectors: readonly string[]; elements: number; findings: number; pages: number } | null;
  sample: {
    seed: number;
    population: number;
    structured: number;
    random: number;
    not_scanned: number;
    mean_score: Interval | null;
    failing_share: Interval | null;
  } | null;
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

const describeSample = (sample: NonNullable<Scope["sample"]>): string[] => {
  const { seed, population, not_scanned, mean_score, failing_share } = sample;
  const score = (value: number): string => value.toFixed(1);
  const share = (value: number): string => `${(value * 100).toFixed(1)}%`;
  const written = ({ value, low, high }: Interval, write: (value: number) => string) => ({
    value: write(value),
    low: write(low),
    high: write(high),
  });
  return [
    texts.sample({ ...sample, seed: String(seed) }),
    ...(mean_score ? [texts.meanScore({ population, ...written(mean_score, score) })] : []),
    ...(failing_share ? [texts.failingShare(written(failing_share, share))] : []),
    ...(mean_score ? [texts.interval] : []),
    ...(not_scanned > 0 ? [texts.sampleFailed({ count: not_scanned })] : []),
  ];
};

/** Returns sentences about the settings that limited or extended an audit; empty if there are none. */
export const describeScope = ({ url_list, sample, excluded, rules }: Scope): string[] => [
  ...(url_list ? describeList(url_list) : []),
  ...(sample ? describeSample(sample) : []),
  ...(excluded ? [texts.excluded({ ...excluded, selectors: listSome(excluded.selectors) })] : []),
  ...(rules ? describeRules(rules) : []),
];
