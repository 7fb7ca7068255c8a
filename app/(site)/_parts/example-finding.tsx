import { ImpactBadge } from "@/app/_ui/impact";
import { site } from "@/messages/texts/site";

const { landing } = site;

const now = `<button class="cart">
  <svg viewBox="0 0 24 24">…</svg>
</button>`;

const fixed = `<button class="cart" aria-label="Open the basket">
  <svg viewBox="0 0 24 24" aria-hidden="true">…</svg>
</button>`;

const Code = ({ label, code }: { label: string; code: string }) => (
  <div className="mt-4">
    <p className="text-sm font-semibold">{label}</p>
    <pre className="mt-1.5 whitespace-pre-wrap break-words rounded-md border border-line bg-raised p-3 font-mono text-sm leading-6">
      <code>{code}</code>
    </pre>
  </div>
);

export const ExampleFinding = () => (
  <section aria-labelledby="example" className="card p-6 shadow-raised sm:p-8">
    <h2 id="example" className="text-sm font-semibold tracking-normal text-soft">
      {landing.exampleTitle}
    </h2>
    <div className="mt-4">
      <ImpactBadge impact="critical" />
    </div>
    <h3 className="mt-3 text-lg">{landing.exampleSentence}</h3>
    <p className="mt-1 text-soft">{landing.exampleWhere}</p>
    <Code label={landing.exampleNow} code={now} />
    <Code label={landing.exampleFix} code={fixed} />
  </section>
);
