import { z } from "zod";
import { Id } from "@/server/core/schema";
import { OrganisationName } from "@/server/domains/identity/memberships/contract";

/** Branding for reports; null fields use Curbcut's own. */
export const Branding = z.object({
  name: z.string().nullable(),
  accent: z.string().nullable(),
  /** A data: URI. */
  logo: z.string().nullable(),
});
export type Branding = z.input<typeof Branding>;

/** Base64 length of a 1 MB image, plus the prefix of the data: URI. */
export const logoCharacters = Math.ceil(1_000_000 / 3) * 4 + 40;

export const UpdateBranding = z.strictObject({
  id: Id,
  name: OrganisationName.nullable().optional(),
  accent: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, "Must be a colour, such as #0b5fff.")
    .nullable()
    .optional(),
  logo: z.string().max(logoCharacters, "The logo must be a PNG or JPEG image of at most 1 MB.").nullable().optional(),
});
export type UpdateBranding = z.infer<typeof UpdateBranding>;
