import { CircleAlert, CircleCheck, CircleMinus } from "lucide-react";
import type { Outputs } from "@/app/_client/trpc";
import { websites } from "@/messages/texts/websites";

const { trial: texts } = websites.journeys;

type Trial = Outputs["websiteJourneys"]["attempt"];
type Step = Trial["steps"][number];
type TrialPicture = NonNullable<Trial["picture"]>;

const Picture = ({ picture, alt, className }: { picture: TrialPicture; alt: string; className: string }) => (
  // biome-ignore lint/performance/noImgElement: nothing has to be loaded, because the image is a data: URL
  <img
    src={`data:image/webp;base64,${picture.data}`}
    width={picture.width}
    height={picture.height}
    alt={alt}
    className={`h-auto rounded-md border border-line ${className}`}
  />
);

const icons = { done: CircleCheck, failed: CircleAlert, not_performed: CircleMinus };

/** Returns an outcome as text. Call this function while rendering, so that the text is in the current language. */
const outcomeOf = ({ outcome }: Step): string =>
  ({ done: texts.done, failed: texts.stepFailed, not_performed: texts.notPerformed })[outcome];

const StepResult = ({ step }: { step: Step }) => {
  const { number, outcome, description, duration_ms, message, picture } = step;
  const Icon = icons[outcome];
  return (
    <li className="flex flex-col gap-1">
      <p className={`flex items-start gap-2 ${outcome === "failed" ? "font-semibold text-critical" : ""}`}>
        <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <span>
          {number === null ? texts.startPage : texts.step({ number })}: {outcomeOf(step)}
          {duration_ms === null ? null : (
            <span className="text-sm font-normal text-soft">
              {" "}
              ({texts.took({ seconds: Math.round(duration_ms / 100) / 10 })})
            </span>
          )}
        </span>
      </p>
      <code className="wrap-anywhere ps-7 text-sm">{description}</code>
      {message === null ? null : <p className="wrap-anywhere ps-7">{message}</p>}
      {picture && number !== null ? (
        <div className="ps-7">
          <Picture picture={picture} alt={texts.scanPicture({ number })} className="w-64 max-w-full" />
        </div>
      ) : null}
    </li>
  );
};

/** The outcome of each step of a journey that was tried, and where the journey ended. */
export const JourneyTrialResult = ({ trial }: { trial: Trial }) => {
  const { outcome, message, steps, url, title, picture } = trial;
  const hasWorked = outcome === "done";
  const Icon = hasWorked ? CircleCheck : CircleAlert;
  const name = title || texts.noTitle;
  const done = steps.filter((step) => step.outcome === "done").length;
  return (
    <div className="card flex flex-col gap-4 p-5">
      <p className={`flex items-start gap-2 font-semibold ${hasWorked ? "" : "text-critical"}`}>
        <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        {texts.outcomes[outcome]}
      </p>
      {outcome === "timed_out" || outcome === "not_started" ? <p className="wrap-anywhere">{message}</p> : null}
      <p>{texts.performed({ done, count: steps.length })}</p>
      <ul aria-label={texts.steps} className="flex flex-col gap-3">
        {steps.map((step) => (
          <StepResult key={step.number} step={step} />
        ))}
      </ul>
      {url === null ? null : (
        <dl>
          <dt className="text-sm text-soft">{texts.endedOn}</dt>
          <dd className="wrap-anywhere">{name}</dd>
          <dd className="wrap-anywhere text-sm text-soft">{url}</dd>
        </dl>
      )}
      {picture ? (
        <figure>
          <Picture picture={picture} alt={texts.picture({ title: name })} className="max-w-full" />
          <figcaption className="mt-2 text-sm text-soft">{texts.pictureNote}</figcaption>
        </figure>
      ) : null}
    </div>
  );
};
