import { FileWarning } from "lucide-react";
import type { Outputs } from "@/app/_client/trpc";
import { ImpactBadge } from "@/app/_ui/impact";
import { documents as texts } from "@/messages/texts/documents";
import { reviewableImpacts } from "@/server/core/impact";

type Document = Outputs["results"]["documents"]["items"][number];

const Counts = ({ counts }: Pick<Document, "counts">) => {
  const found = reviewableImpacts.filter((impact) => counts[impact] > 0);
  if (found.length === 0) return texts.noFindings;
  return (
    <ul className="flex flex-wrap gap-2">
      {found.map((impact) => (
        <li key={impact}>
          <ImpactBadge impact={impact}>{texts.findings({ impact, count: counts[impact] })}</ImpactBadge>
        </li>
      ))}
    </ul>
  );
};

/** What the check of a document found, or why there is no result. */
export const DocumentResult = ({ document: { problem, counts, checked_at } }: { document: Document }) => {
  if (checked_at === null) return <span className="text-soft">{texts.notChecked}</span>;
  const hasFindings = reviewableImpacts.some((impact) => counts[impact] > 0);
  if (problem === null) return <Counts counts={counts} />;
  return (
    <div className="flex flex-col gap-2">
      <span className="inline-flex items-center gap-2 font-semibold">
        <FileWarning className="size-5 shrink-0" aria-hidden="true" />
        {texts.problems[problem]}
      </span>
      {hasFindings ? <Counts counts={counts} /> : null}
    </div>
  );
};
