import type { ReactElement } from "react";
import { z } from "zod";
import { type Brand, brandOf } from "./_parts/brand";
import { tidyText } from "./fields";

const SUBJECT_MAX_LENGTH = 200;

/** What every letter shares whatever its template: who writes, the title, and the addresses only the sender knows. */
export type Page = { brand: Brand; title: string; homeUrl?: string | undefined; unsubscribeUrl?: string | undefined };

export type RenderOptions = {
  /** Whose branding: "accessibility" or, by default, the service app. Wins over `data.app`. */
  app?: string | undefined;
  /** Replaces the template's own subject. */
  subject?: string | undefined;
  /** Where the app lives: the button of templates that have no address of their own. */
  homeUrl?: string | undefined;
  /** Where a reader stops a bulk message; the same address as in its List-Unsubscribe header. */
  unsubscribeUrl?: string | undefined;
};

type EmailSpec<Schema extends z.ZodObject> = {
  data: Schema;
  sample: z.input<Schema>;
  /** Digest-like: sent with a List-Unsubscribe header. */
  bulk?: true;
  /** Its reader asked for it a moment ago, so it goes out even to an address that complained of other mail. */
  asked?: true;
  subject: (data: z.output<Schema>, brand: Brand) => string;
  body: (data: z.output<Schema>, page: Page) => ReactElement;
};

const app = z
  .string()
  .max(100)
  .optional()
  .describe('Whose branding: "accessibility", or by default that of the service app');

/** The data of a template: its own keys, and `app`. Other keys are accepted and ignored. */
export const emailData = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ ...shape, app });

const tidySubject = (subject: string): string => tidyText(subject).replace(/\s+/g, " ").slice(0, SUBJECT_MAX_LENGTH);

export const defineEmail = <Schema extends z.ZodObject>(spec: EmailSpec<Schema>) => ({
  data: spec.data,
  sample: spec.sample,
  bulk: spec.bulk ?? false,
  asked: spec.asked ?? false,
  /** The subject and the React element of one message. Throws a ZodError when the data does not fit. */
  write: (input: unknown, options: RenderOptions = {}): { subject: string; element: ReactElement } => {
    const data = spec.data.parse(input);
    const brand = brandOf(options.app ?? data["app"]);
    const subject = tidySubject(options.subject ?? spec.subject(data, brand));
    const { homeUrl, unsubscribeUrl } = options;
    return { subject, element: spec.body(data, { brand, title: subject, homeUrl, unsubscribeUrl }) };
  },
});
