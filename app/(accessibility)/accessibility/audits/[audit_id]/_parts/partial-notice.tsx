import { Disclosure } from "@/app/_ui/disclosure";
import { TextLink } from "@/app/_ui/text-link";
import { audits } from "@/messages/texts/audits";
import { unscannedPages } from "@/messages/texts/unscanned-pages";
import type { Audit } from "./audit-frame";

const { partial: texts } = audits;

type Props = { audit_id: string; partial: NonNullable<Audit["partial"]> };

/** Says what is missing from an audit that used up a budget or in which a journey failed. */
export const PartialNotice = ({ audit_id, partial }: Props) => {
  const { reason, pages_missing, examples } = partial;
  const shown = examples.length;
  return (
    <section aria-labelledby="partial" className="card mb-10 p-6">
      <h2 id="partial" className="text-xl">
        {texts.title}
      </h2>
      <p className="prose mt-2">
        {texts.reason[reason]} {texts.missing({ pages: pages_missing })}
      </p>
      <p className="prose mt-2 text-soft">{reason === "journey" ? texts.journeyAdvice : texts.advice}</p>
      {shown > 0 ? (
        <Disclosure title={texts.examples({ shown, pages: pages_missing, isAll: shown === pages_missing })} level={3}>
          <ul className="list-disc ps-6">
            {examples.map((url) => (
              <li key={url} className="break-all">
                {url}
              </li>
            ))}
          </ul>
        </Disclosure>
      ) : null}
      {reason === "journey" ? (
        <TextLink href={`/accessibility/audits/${audit_id}/pages`} className="mt-3 font-medium">
          {unscannedPages.list}
        </TextLink>
      ) : null}
    </section>
  );
};
