import { Disclosure } from "@/app/_ui/disclosure";
import { audits } from "@/messages/texts/audits";
import type { Audit } from "./audit-frame";

const { partial: texts } = audits;

/** Says what is missing from an audit that used up its budget. */
export const PartialNotice = ({ partial }: { partial: NonNullable<Audit["partial"]> }) => {
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
    </section>
  );
};
