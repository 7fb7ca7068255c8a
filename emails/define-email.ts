import type { ReactElement } from "react";
import { z } from "zod";
import { type Brand, type BrandId, brands } from "./_parts/brand";
import { normaliseText } from "./fields";

const SUBJECT_MAX_LENGTH = 200;

/** The data common to all emails: the brand, the title, and URLs that only the sender knows. */
export type Page = { brand: Brand; title: string; homeUrl?: string | undefined; unsubscribeUrl?: string | undefined };

/** Options that the sender sets. They aren't part of the template's data. */
export type RenderOptions = {
  /** The app that the email comes from; by default, the service app. */
  brand?: BrandId | undefined;
  /** Replaces the template's own subject. */
  subject?: string | undefined;
  /** Language of the email; by default, the current language. */
  language?: string | undefined;
  /** URL of the app, used for the button in templates that don't set an action. */
  homeUrl?: string | undefined;
  /** URL for unsubscribing from bulk emails; the same as in the List-Unsubscribe header. */
  unsubscribeUrl?: string | undefined;
};

type Output<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

type EmailSpec<Shape extends z.ZodRawShape> = {
  /** A sentence that states who gets the email and when. */
  purpose: string;
  /** The keys of the template's data. Other keys are accepted and ignored. */
  data: Shape;
  sample: z.input<z.ZodObject<Shape>>;
  /** A bulk email, such as a digest, which is sent with a List-Unsubscribe header. */
  bulk?: true;
  /** This email is sent even if the recipient marked other emails as spam, because they have just requested it. */
  requested?: true;
  subject: (data: Output<Shape>, brand: Brand) => string;
  body: (data: Output<Shape>, page: Page) => ReactElement;
};

const normaliseSubject = (subject: string): string =>
  normaliseText(subject).replace(/\s+/g, " ").slice(0, SUBJECT_MAX_LENGTH);

export const defineEmail = <Shape extends z.ZodRawShape>(spec: EmailSpec<Shape>) => {
  const schema = z.object(spec.data);
  return {
    purpose: spec.purpose,
    data: schema,
    sample: spec.sample,
    bulk: spec.bulk ?? false,
    requested: spec.requested ?? false,
    /** Returns the subject and the React element of an email. Throws a ZodError if the data is invalid. */
    write: (input: unknown, options: RenderOptions = {}): { subject: string; element: ReactElement } => {
      const data = schema.parse(input);
      const brand = brands[options.brand ?? "service"];
      const subject = normaliseSubject(options.subject ?? spec.subject(data, brand));
      const { homeUrl, unsubscribeUrl } = options;
      return { subject, element: spec.body(data, { brand, title: subject, homeUrl, unsubscribeUrl }) };
    },
  };
};
