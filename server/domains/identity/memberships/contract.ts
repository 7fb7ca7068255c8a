import { z } from "zod";
import { Id } from "@/server/core/schema";

export const OrganisationName = z
  .string()
  .trim()
  .min(1, "Enter a name for the organisation.")
  .max(200)
  .regex(/^\P{Cc}*$/u, "Must not contain control characters.");

export const OrganisationId = z.strictObject({ id: Id });
export type OrganisationId = z.infer<typeof OrganisationId>;
