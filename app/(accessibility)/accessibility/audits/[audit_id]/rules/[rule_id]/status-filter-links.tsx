"use client";

import { useQuery } from "@tanstack/react-query";
import { withQuery } from "@/app/_client/search-params";
import { useTRPC } from "@/app/_client/trpc";
import { FilterLinks } from "@/app/_ui/filter-links";
import { findings } from "@/messages/texts/findings";
import { type Status, statuses } from "./status-filter";

const { triage: texts } = findings;

type Props = {
  audit_id: string;
  rule_id: string;
  href: string;
  status: Status | undefined;
  /** Whether the list shows findings that need review; their statuses aren't counted. */
  isReview: boolean;
};

/** Filters findings by triage status; hidden until a failing element has been triaged. */
export const StatusFilter = ({ audit_id, rule_id, href, status, isReview }: Props) => {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.results.triage.queryOptions({ audit_id }));
  const counts = isReview ? undefined : data?.rules.find((rule) => rule.rule_id === rule_id);
  if (!counts && !status && !isReview) return null;
  const options = statuses.map((id) => ({
    id,
    label: counts ? texts.counted({ name: texts.statuses[id], count: counts[id] }) : texts.statuses[id],
    href: withQuery(href, { status: id }),
  }));
  const all = counts ? texts.counted({ name: texts.all, count: counts.found }) : texts.all;
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
