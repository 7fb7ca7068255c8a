import { z } from "zod";

const WebAddress = z.url({ protocol: /^https?$/ }).max(2_000);

export const PostTestLead = z.strictObject({
  url: WebAddress.describe("The website the lead is about"),
  email: z.email().max(320).describe("The lead's address"),
  reportUrl: WebAddress.optional().describe("Where the View Report button leads; without it there is no button"),
  message: z.string().trim().min(1).max(3_000).optional().describe("Takes the place of the opening sentence"),
});
export type PostTestLead = z.infer<typeof PostTestLead>;

export const Delivered = z.object({ delivered: z.literal(true) });
