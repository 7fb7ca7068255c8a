"use client";

import { CircleCheck, Info } from "lucide-react";
import { billing as texts } from "@/messages/texts/billing";
import { isLive, type Subscription } from "./use-billing";

type Props = { returned: string | null; subscription: Subscription };

/** The result of a checkout, in a polite live region. */
export const ReturnNotice = ({ returned, subscription }: Props) => {
  if (returned !== "success" && returned !== "failure") return null;
  const isStarted = returned === "success" && isLive(subscription);
  const Icon = isStarted ? CircleCheck : Info;
  const started = texts.started({ plan: texts.plans[subscription.plan] });
  return (
    <p
      role="status"
      className={`card flex items-start gap-3 p-4 ${isStarted ? "bg-passed-tint text-passed" : "bg-minor-tint text-minor"}`}
    >
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      {returned === "failure" ? texts.failure : isStarted ? started : texts.success}
    </p>
  );
};
