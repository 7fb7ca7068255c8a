import { render } from "react-email";
import type { z } from "zod";
import type { RenderOptions } from "./define-email";
import { type EmailId, emails } from "./registry";
import { toText } from "./to-text";

/** What a template's `data` may hold, as a caller writes it. */
export type EmailData<Id extends EmailId> = z.input<(typeof emails)[Id]["data"]>;

export type RenderedEmail = { subject: string; html: string; text: string };

type EmailDataProblem = { path: string; message: string };

const REACT_TEXT_SEPARATOR = "<!-- -->";

export const emailIds = Object.keys(emails) as readonly EmailId[];

export const isEmailId = (id: string): id is EmailId => Object.hasOwn(emails, id);

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (Object(value) as Record<PropertyKey, unknown>)[key], data);

/** Everything in `data` that the template cannot use, with missing keys called missing; empty when it can be sent. */
export const checkEmailData = (id: EmailId, data: unknown): EmailDataProblem[] => {
  const result = emails[id].data.safeParse(data);
  if (result.success) return [];
  return result.error.issues.map(({ path, message }) => ({
    path: path.join("."),
    message: path.length > 0 && valueAt(data, path) === undefined ? "This key is missing." : message,
  }));
};

/**
 * One message from a template and its data. Throws a ZodError when the data does not fit (`checkEmailData` tells why
 * without throwing).
 */
export const renderEmail = async (id: EmailId, data: unknown, options: RenderOptions = {}): Promise<RenderedEmail> => {
  const { subject, element } = emails[id].write(data, options);
  const html = (await render(element)).replaceAll(REACT_TEXT_SEPARATOR, "");
  return { subject, html, text: toText(html) };
};
