"use client";

import { Check } from "lucide-react";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Choices } from "@/app/_ui/choices";
import { billing as texts } from "@/messages/texts/billing";
import { formatMoney } from "./money";
import { type Interval, isLive, type Plan, type Subscription, useCheckout } from "./use-billing";

type Props = { plans: readonly Plan[]; subscription: Subscription; mayChange: boolean };

/** The plan can't be changed while a payment is due or in progress. */
const isHeldUp = ({ status }: Subscription): boolean => ["past_due", "unpaid", "incomplete"].includes(status);

const hadPlan = ({ status }: Subscription): boolean => status !== "none";

export const ComparePlans = ({ plans, subscription, mayChange }: Props) => {
  const [interval, setInterval] = useState<Interval>(subscription.interval ?? "month");
  const trialDays = Math.max(...plans.map(({ trial_days }) => trial_days));
  return (
    <section aria-labelledby="compare">
      <h2 id="compare" className="mb-3 text-lg">
        {texts.compare}
      </h2>
      <Choices
        label={texts.interval}
        options={texts.intervals}
        value={interval}
        onChange={(value) => setInterval(value as Interval)}
      />
      {trialDays > 0 && !hadPlan(subscription) ? <p className="mt-2">{texts.trial({ days: trialDays })}</p> : null}
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {plans.map((plan) => (
          <PlanCard key={plan.plan} plan={plan} interval={interval} subscription={subscription} mayChange={mayChange} />
        ))}
      </ul>
      <p className="mt-3 text-sm text-soft">{texts.beforeTax}</p>
      <p className="prose mt-1 text-sm text-soft">{texts.downgrade}</p>
    </section>
  );
};

const priceOf = ({ plan, prices }: Plan, interval: Interval): string => {
  if (plan === "free") return texts.free;
  const cost = prices[interval];
  return cost
    ? texts.price({ money: formatMoney(cost.amount, cost.currency), each: texts.each[interval] })
    : texts.notOnSale;
};

type CardProps = { plan: Plan; interval: Interval; subscription: Subscription; mayChange: boolean };

const PlanCard = ({ plan, interval, subscription, mayChange }: CardProps) => {
  const features = [
    texts.websites({ count: plan.websites }),
    texts.pages({ count: plan.pages_per_scan }),
    texts.schedules[plan.most_often ?? "none"],
    texts.depth[plan.states ? "everything" : "usual"],
  ];
  return (
    <li className="card flex flex-col gap-3 p-5">
      <h3 className="text-lg">{texts.plans[plan.plan]}</h3>
      <p className="font-semibold tabular-nums">{priceOf(plan, interval)}</p>
      <ul className="mb-2 flex flex-col gap-1.5 text-soft">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check className="mt-1 size-4 shrink-0" aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-auto">
        <Choose plan={plan} interval={interval} subscription={subscription} mayChange={mayChange} />
      </div>
    </li>
  );
};

const Choose = ({ plan: { plan, prices }, interval, subscription, mayChange }: CardProps) => {
  const checkout = useCheckout();
  const live = isLive(subscription);
  const isOwn = live
    ? plan === subscription.subscribed_plan && interval === subscription.interval
    : plan === subscription.plan;
  if (isOwn) return <p className="min-h-11 content-center font-semibold text-accent">{texts.has}</p>;
  if (plan === "free" || !mayChange || !prices[interval] || isHeldUp(subscription)) return null;
  const name = texts.plans[plan];
  return (
    <Button
      block
      variant={live ? "secondary" : "primary"}
      isPending={checkout.isPending}
      onPress={() => checkout.mutate({ plan, interval })}
    >
      {live ? texts.change({ plan: name }) : texts.choose({ plan: name })}
    </Button>
  );
};
