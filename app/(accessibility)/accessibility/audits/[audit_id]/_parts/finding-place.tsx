import { elements as texts } from "@/messages/texts/elements";
import { describeLandmark } from "@/server/domains/audits/rules";
import type { Finding } from "./use-triage";

type Props = { place: NonNullable<Finding["accessibility"]> };

/** How assistive technology presents the element, and the landmarks and headings above it. */
export const FindingPlace = ({ place: { role, name, states, path } }: Props) => (
  <div className="mb-4">
    <h4 className="text-sm font-semibold">{texts.title}</h4>
    <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      <dt className="text-soft">{texts.role}</dt>
      <dd className="wrap-anywhere">{role ?? texts.none}</dd>
      <dt className="text-soft">{texts.name}</dt>
      <dd className="wrap-anywhere">{name ?? texts.none}</dd>
      {states.length > 0 ? (
        <>
          <dt className="text-soft">{texts.states}</dt>
          <dd>
            <ul className="flex flex-wrap gap-x-3">
              {states.map((state) => (
                <li key={state}>{state}</li>
              ))}
            </ul>
          </dd>
        </>
      ) : null}
      {path.length > 0 ? (
        <>
          <dt className="text-soft">{texts.path}</dt>
          <dd>
            <ol className="flex flex-wrap gap-x-2">
              {path.map((step, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change order
                <li key={index} className="wrap-anywhere">
                  {index > 0 ? <span aria-hidden="true">› </span> : null}
                  {describeLandmark(step)}
                </li>
              ))}
            </ol>
          </dd>
        </>
      ) : null}
    </dl>
  </div>
);
