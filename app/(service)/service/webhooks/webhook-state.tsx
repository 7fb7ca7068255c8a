import { CircleAlert, CircleCheck, CirclePause, Clock } from "lucide-react";
import type { Outputs } from "@/app/_client/trpc";
import { webhooks as texts } from "@/messages/texts/webhooks";

export type Webhook = Outputs["webhooks"]["get"];
export type Delivery = Outputs["webhooks"]["deliveries"]["items"][number];

type Part = { icon: typeof Clock; colour: string; label: string };

const Drawn = ({ icon: Icon, colour, label }: Part) => (
  <span className="inline-flex items-center gap-1.5 font-semibold">
    <Icon className={`size-4 shrink-0 ${colour}`} aria-hidden="true" />
    {label}
  </span>
);

const partOf = ({ enabled, disabled_reason, failing_since }: Webhook): Part => {
  if (enabled && !failing_since) return { icon: CircleCheck, colour: "text-accent", label: texts.states.works };
  if (enabled) return { icon: CircleAlert, colour: "text-serious", label: texts.states.failing };
  if (disabled_reason === "by_hand") return { icon: CirclePause, colour: "text-soft", label: texts.states.by_hand };
  return { icon: CircleAlert, colour: "text-critical", label: texts.states.failed };
};

export const WebhookState = ({ webhook }: { webhook: Webhook }) => <Drawn {...partOf(webhook)} />;

const deliveryParts: Readonly<Record<Delivery["status"], Omit<Part, "label">>> = {
  pending: { icon: Clock, colour: "text-soft" },
  delivered: { icon: CircleCheck, colour: "text-accent" },
  failed: { icon: CircleAlert, colour: "text-critical" },
};

export const DeliveryState = ({ status }: Pick<Delivery, "status">) => (
  <Drawn {...deliveryParts[status]} label={texts.statuses[status]} />
);
