import { z } from "zod";
import { SuppressionReason as reasons } from "@/generated/prisma/enums";
import { Time } from "@/server/core/schema";

/**
 * Why an email address is suppressed: its server permanently rejected our email, or its owner marked an email as spam
 * or unsubscribed from digests.
 */
export const SuppressionReason = z.enum(reasons);
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
    "Lift only the suppression with this reason. If omitted, all suppressions except `unsubscribed` are lifted.",
  ),
});
export type LiftSuppression = z.infer<typeof LiftSuppression>;

export const LiftedSuppression = z.object({ email: z.string(), lifted: z.array(SuppressionReason) });
export type LiftedSuppression = z.infer<typeof LiftedSuppression>;

export const Subscription = z.strictObject({ token: z.string().min(1).max(600) });
export type Subscription = z.infer<typeof Subscription>;

export const SubscriptionState = z.object({ email: z.string(), subscribed: z.boolean() });
export type SubscriptionState = z.infer<typeof SubscriptionState>;
