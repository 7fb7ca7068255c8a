import { TextLink } from "@/app/_ui/text-link";
import { groupUnscanned, type UnscannedCount } from "@/messages/runtime/unscanned-pages";
import { unscannedPages as texts } from "@/messages/texts/unscanned-pages";

/** Says why pages weren't scanned, and what to do in each case. */
export const UnscannedPages = ({ audit_id, counts }: { audit_id: string; counts: readonly UnscannedCount[] }) => {
  if (counts.length === 0) return null;
  return (
    <section aria-labelledby="unscanned" className="card p-6">
      <h2 id="unscanned" className="text-xl">
        {texts.title}
      </h2>
      <ul className="prose mt-2 list-disc ps-6">
        {groupUnscanned(counts).map(({ reason, pages }) => (
          <li key={reason}>
            <strong className="font-semibold">{texts.reasons[reason]({ pages })}.</strong>{" "}
            <span className="text-soft">{texts.advice[reason]}</span>
          </li>
        ))}
      </ul>
      <TextLink href={`/accessibility/audits/${audit_id}/pages`} className="mt-3 font-medium">
        {texts.list}
      </TextLink>
    </section>
  );
};
