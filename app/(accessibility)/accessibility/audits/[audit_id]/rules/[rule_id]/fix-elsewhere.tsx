import type { Outputs } from "@/app/_client/trpc";
import { fixes as texts } from "@/messages/texts/fixes";

type Component = NonNullable<Outputs["solutions"]["create"]["component"]>;

interface Props {
  component: Component | null;
  isPending: boolean;
  /** Why the request failed; null if it didn't. */
  problem: string | null;
}

/** Describes in one sentence how a fix affects several pages. */
export const resultTextOf = ({ cleared_findings, cleared_pages }: Component): string =>
  texts.clearsOnPages({ findings: cleared_findings, pages: cleared_pages });

const Failures = ({ failures }: Pick<Component, "failures">) =>
  failures.length === 0 ? null : (
    <div className="mt-2">
      <p>{texts.failsOn}</p>
      <ul>
        {failures.map(({ page_url, finding }) => (
          <li key={page_url} className="wrap-anywhere">
            {page_url}: {finding}
          </li>
        ))}
      </ul>
    </div>
  );

const Result = ({ component }: { component: Component }) => {
  const { pages, tried_pages, failures } = component;
  if (pages < 2) return <p className="text-sm text-soft">{texts.onePage}</p>;
  return (
    <>
      <p className="font-semibold">{resultTextOf(component)}</p>
      <p className="text-sm text-soft">{texts.triedPages({ tried: tried_pages, pages })}</p>
      <Failures failures={failures} />
    </>
  );
};

/** How a fix that was verified on one page affects other pages with the same component. */
export const FixElsewhere = ({ component, isPending, problem }: Props) => (
  <div>
    <h5 className="font-semibold">{texts.elsewhere}</h5>
    {component ? <Result component={component} /> : null}
    {isPending ? <p className="text-soft">{texts.trying}</p> : null}
    {component || isPending ? null : (
      <p>
        {texts.notTried} {problem}
      </p>
    )}
  </div>
);
