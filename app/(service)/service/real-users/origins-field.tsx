"use client";

import { TextField } from "@/app/_ui/text-field";
import { rum } from "@/messages/texts/rum";

/** Splits the text into origins at white space and commas. */
export const readOrigins = (text: string | undefined): string[] =>
  (text ?? "")
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter(Boolean);

export const checkOrigins = ({ origins }: Record<string, string>): Record<string, string> =>
  readOrigins(origins).length === 0 ? { origins: rum.setUp.originsMissing } : {};

export const OriginsField = ({ origins }: { origins: readonly string[] }) => (
  <TextField
    name="origins"
    label={rum.setUp.origins}
    hint={rum.setUp.originsHint}
    rows={Math.max(2, origins.length + 1)}
    defaultValue={origins.join("\n")}
    isRequired
  />
);
