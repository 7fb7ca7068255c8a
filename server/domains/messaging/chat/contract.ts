import { z } from "zod";
import { webAddress } from "@/server/core/web-address";

const WebAddress = webAddress();

export const PostTestLead = z.strictObject({
  url: WebAddress.describe("URL of the website that the lead requested a report for"),
  email: z.email().max(320).describe("The lead's email address"),
  reportUrl: WebAddress.optional().describe("URL of the View Report button; without it there is no button"),
  message: z.string().trim().min(1).max(3_000).optional().describe("Replaces the opening sentence"),
});
export type PostTestLead = z.infer<typeof PostTestLead>;

export const Delivered = z.object({ delivered: z.literal(true) });
