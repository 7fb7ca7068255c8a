"use client";

import { useQuery } from "@tanstack/react-query";
import { withQuery } from "@/app/_client/search-params";
import { useTRPC } from "@/app/_client/trpc";
import { findings } from "@/app/_texts/findings";
import { FilterLinks } from "@/app/_ui/filter-links";
import { type Status, statuses } from "./status-filter";

const { triage: texts } = findings;

type Props = { audit_id: string; rule_id: string; href: string; status: Status | undefined };

/** Keeps what was triaged away apart; there is nothing to choose before something was. */
export const StatusFilter = ({ audit_id, rule_id, href, status }: Props) => {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.results.triage.queryOptions({ audit_id }));
  const counts = data?.rules.find((rule) => rule.rule_id === rule_id);
  if (!counts && !status) return null;
  const options = statuses.map((id) => ({
    id,
    label: counts ? texts.counted(texts.statuses[id], counts[id]) : texts.statuses[id],
    href: withQuery(href, { status: id }),
  }));
  const all = counts ? texts.counted(texts.all, counts.found) : texts.all;
  return (
    <div className="mt-3">
      <FilterLinks
        label={texts.filter}
        current={status ?? "all"}
        options={[{ id: "all", label: all, href }, ...options]}
      />
    </div>
  );
};
