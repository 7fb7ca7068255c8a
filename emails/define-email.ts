import type { ReactElement } from "react";
import { z } from "zod";
import { type Brand, brandOf } from "./_parts/brand";
import { normaliseText } from "./fields";

const SUBJECT_MAX_LENGTH = 200;

/** What every email has in common: the brand, the title, and URLs that only the sender knows. */
export type Page = { brand: Brand; title: string; homeUrl?: string | undefined; unsubscribeUrl?: string | undefined };

export type RenderOptions = {
  /** Branding to use: "accessibility" or, by default, the service app's. Takes precedence over `data.app`. */
  app?: string | undefined;
  /** Replaces the template's own subject. */
  subject?: string | undefined;
  /** Language to write in; by default, the current one. */
  language?: string | undefined;
  /** URL of the app, for the button of templates without a URL. */
  homeUrl?: string | undefined;
  /** URL to unsubscribe from bulk emails; the same as in the List-Unsubscribe header. */
  unsubscribeUrl?: string | undefined;
};

type EmailSpec<Schema extends z.ZodObject> = {
  /** Who gets it and when, as a sentence. */
  purpose: string;
  data: Schema;
  sample: z.input<Schema>;
  /** A bulk email such as a digest: sent with a List-Unsubscribe header. */
  bulk?: true;
  /** Requested by the recipient a moment ago, so it is sent even to an address that complained about other emails. */
  asked?: true;
  subject: (data: z.output<Schema>, brand: Brand) => string;
  body: (data: z.output<Schema>, page: Page) => ReactElement;
};

const app = z
  .string()
  .max(100)
  .optional()
  .describe('Branding to use: "accessibility" for the accessibility app; defaults to the service app’s branding');

/** Returns the schema of a template's data: its own keys, and `app`. Other keys are accepted and ignored. */
export const emailData = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ ...shape, app });

const tidySubject = (subject: string): string =>
  normaliseText(subject).replace(/\s+/g, " ").slice(0, SUBJECT_MAX_LENGTH);

export const defineEmail = <Schema extends z.ZodObject>(spec: EmailSpec<Schema>) => ({
  purpose: spec.purpose,
  data: spec.data,
  sample: spec.sample,
  bulk: spec.bulk ?? false,
  asked: spec.asked ?? false,
  /** Returns the subject and the React element of one email. Throws a ZodError when the data is invalid. */
  write: (input: unknown, options: RenderOptions = {}): { subject: string; element: ReactElement } => {
    const data = spec.data.parse(input);
    const brand = brandOf(options.app ?? data["app"]);
    const subject = tidySubject(options.subject ?? spec.subject(data, brand));
    const { homeUrl, unsubscribeUrl } = options;
    return { subject, element: spec.body(data, { brand, title: subject, homeUrl, unsubscribeUrl }) };
  },
});
