import type { Metadata } from "next";
import { isSignedIn } from "@/app/_ui/is-signed-in";
import { site } from "@/messages/texts/site";
import { CheckForm } from "./_parts/check-form";
import { ExampleFinding } from "./_parts/example-finding";

const { landing } = site;

export const generateMetadata = (): Metadata => ({ title: `${landing.title} · Curbcut`, description: landing.lead });

const Landing = async () => (
  <>
    <div className="grid items-center gap-10 lg:grid-cols-[1.1fr_1fr] lg:gap-16 lg:py-8">
      <div>
        <h1 tabIndex={-1} className="text-3xl sm:text-[2.75rem] sm:leading-[1.1]">
          {landing.heading}
        </h1>
        <p className="mt-4 max-w-[56ch] text-lg text-soft">{landing.lead}</p>
        <CheckForm isSignedIn={await isSignedIn()} />
      </div>
      <ExampleFinding />
    </div>

    <section aria-labelledby="steps" className="mt-16 border-t border-line pt-12">
      <h2 id="steps" className="text-xl">
        {landing.stepsTitle}
      </h2>
      <ol className="mt-6 grid gap-8 md:grid-cols-3">
        {landing.steps.map(({ title, text }, index) => (
          <li key={title}>
            <p className="text-sm font-semibold text-accent" aria-hidden="true">
              {index + 1}
            </p>
            <h3 className="mt-1 text-lg">{title}</h3>
            <p className="mt-2 text-soft">{text}</p>
          </li>
        ))}
      </ol>
    </section>

    <section aria-labelledby="honest" className="mt-16 border-t border-line pt-12">
      <h2 id="honest" className="text-xl">
        {landing.honestTitle}
      </h2>
      <div className="prose mt-4 flex flex-col gap-4 text-soft">
        {landing.honest.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </section>
  </>
);

export default Landing;
