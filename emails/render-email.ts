import { render } from "react-email";
import type { z } from "zod";
import { inLanguage } from "@/messages/runtime/in-language";
import { currentLanguage } from "@/messages/runtime/language";
import type { RenderOptions } from "./define-email";
import { type EmailId, emails } from "./registry";
import { toText } from "./to-text";

/** The data that a caller passes to a template. */
export type EmailData<Id extends EmailId> = z.input<(typeof emails)[Id]["data"]>;

export type RenderedEmail = { subject: string; html: string; text: string };

type EmailDataProblem = { path: string; message: string };

const REACT_TEXT_SEPARATOR = "<!-- -->";

export const emailIds = Object.keys(emails) as readonly EmailId[];

export const isEmailId = (id: string): id is EmailId => Object.hasOwn(emails, id);

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (Object(value) as Record<PropertyKey, unknown>)[key], data);

/** Returns the errors in `data`: all values that the schema rejects, and all missing keys. */
export const checkEmailData = (schema: z.ZodObject, data: unknown): EmailDataProblem[] => {
  const result = schema.safeParse(data);
  if (result.success) return [];
  return result.error.issues.map(({ path, message }) => ({
    path: path.join("."),
    message: path.length > 0 && valueAt(data, path) === undefined ? "This key is missing." : message,
  }));
};

/**
 * Renders an email from a template and its data. Throws a ZodError if the data is invalid; `checkEmailData` returns the
 * reasons without throwing.
 */
export const renderEmail = (id: EmailId, data: unknown, options: RenderOptions = {}): Promise<RenderedEmail> =>
  inLanguage(options.language ?? currentLanguage(), async () => {
    const { subject, element } = emails[id].write(data, options);
    const html = (await render(element)).replaceAll(REACT_TEXT_SEPARATOR, "");
    return { subject, html, text: toText(html) };
  });
