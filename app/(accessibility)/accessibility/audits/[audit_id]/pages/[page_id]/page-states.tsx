import type { Outputs } from "@/app/_client/trpc";
import { results } from "@/messages/texts/results";
import { describeReach } from "@/server/domains/audits/rules";

const { page: texts } = results;

type Props = { states: NonNullable<Outputs["results"]["page"]["states"]> };

const List = ({ items }: { items: readonly string[] }) => (
  <ul className="flex list-disc flex-col gap-1 pl-5">
    {[...new Set(items)].map((item) => (
      <li key={item} className="wrap-anywhere">
        {item}
      </li>
    ))}
  </ul>
);

/** How to reach each tested state of a page, and the requests that were blocked during the tests. */
export const PageStates = ({ states: { found, blocked, is_whole } }: Props) => (
  <section className="mt-10">
    <h2 className="mb-3 text-xl">{found.length > 0 ? texts.states : texts.noStates}</h2>
    <List items={found.map(({ reach }) => describeReach(reach))} />
    {is_whole ? null : <p className="mt-3 text-soft">{texts.statesPartial}</p>}
    {blocked.length > 0 ? (
      <>
        <h3 className="mb-2 mt-6 text-lg">{texts.blocked}</h3>
        <List items={blocked.map(({ method, url }) => `${method} ${url}`)} />
      </>
    ) : null}
  </section>
);
