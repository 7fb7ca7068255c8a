import { z } from "zod";
import { Time } from "@/server/core/schema";

/** Why an address is not written to: its server refused us for good, its reader called our mail spam, or wants no digests. */
export const SuppressionReason = z.enum(["bounced", "complained", "unsubscribed"]);
export type SuppressionReason = z.infer<typeof SuppressionReason>;

const Email = z.email().max(320);

export const ListSuppressions = z.strictObject({
  email: Email.optional(),
  limit: z.coerce.number<number>().int().min(1).max(100).default(25),
  cursor: z.string().max(400).optional(),
});
export type ListSuppressions = z.infer<typeof ListSuppressions>;

export const Suppression = z.object({ email: z.string(), reason: SuppressionReason, createdAt: Time });

export const LiftSuppression = z.strictObject({
  email: Email,
  reason: SuppressionReason.optional().describe(
    "Lifts this reason only. Without it, all but the reader's own wish to get no digests.",
  ),
});
export type LiftSuppression = z.infer<typeof LiftSuppression>;

export const LiftedSuppression = z.object({ email: z.string(), lifted: z.array(SuppressionReason) });
export type LiftedSuppression = z.infer<typeof LiftedSuppression>;

export const Subscription = z.strictObject({ token: z.string().min(1).max(600) });
export type Subscription = z.infer<typeof Subscription>;

export const SubscriptionState = z.object({ email: z.string(), subscribed: z.boolean() });
export type SubscriptionState = z.infer<typeof SubscriptionState>;
