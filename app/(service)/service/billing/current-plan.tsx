"use client";

import type { ReactNode } from "react";
import { Button } from "@/app/_ui/button";
import { Moment } from "@/app/_ui/moment";
import { ProgressBar } from "@/app/_ui/progress-bar";
import { billing as texts } from "@/messages/texts/billing";
import { isLive, type Subscription, usePortal } from "./use-billing";

type Props = { subscription: Subscription; mayChange: boolean };

export const CurrentPlan = ({ subscription, mayChange }: Props) => {
  const { plan, interval, limits } = subscription;
  const isPaid = plan !== "free" && interval !== null;
  return (
    <section aria-labelledby="plan" className="card p-5 sm:p-6">
      <h2 id="plan" className="text-soft">
        {texts.current}
      </h2>
      <p className="mt-1 text-xl font-semibold">
        {isPaid ? texts.planOf({ plan: texts.plans[plan], interval }) : texts.plans[plan]}
      </p>
      <Dates subscription={subscription} />
      <Usage subscription={subscription} />
      <ul className="mt-4 flex flex-col gap-1 text-soft">
        <li>{texts.pages({ count: limits.pages_per_scan })}</li>
        <li>{texts.schedules[limits.most_often ?? "none"]}</li>
        <li>{texts.depth[limits.states ? "everything" : "usual"]}</li>
      </ul>
      {mayChange ? <Actions subscription={subscription} /> : <p className="mt-5 text-soft">{texts.askOwner}</p>}
    </section>
  );
};

const on = (at: string) => () => <Moment at={at} />;

const dateOf = (subscription: Subscription): ReactNode => {
  const { status, ends_at, trial_ends_at, current_period_end } = subscription;
  if (!isLive(subscription) || status === "past_due") return null;
  if (ends_at) return texts.ends({ date: on(ends_at) });
  if (status === "trialing" && trial_ends_at) return texts.trialEnds({ date: on(trial_ends_at) });
  return current_period_end ? texts.renews({ date: on(current_period_end) }) : null;
};

const Dates = ({ subscription }: { subscription: Subscription }) => {
  const date = dateOf(subscription);
  return date ? <p className="mt-1 text-soft">{date}</p> : null;
};

const Usage = ({ subscription: { usage, limits } }: { subscription: Subscription }) => {
  const used = texts.used({ used: usage.websites, limit: limits.websites });
  const note = usage.websites > limits.websites ? texts.over : usage.websites === limits.websites ? texts.full : null;
  return (
    <div className="mt-5 max-w-md">
      <ProgressBar
        label={texts.usage}
        percent={Math.min(100, Math.floor((usage.websites / limits.websites) * 100))}
        valueText={used}
      >
        <span className="font-medium tabular-nums">{used}</span>
      </ProgressBar>
      {note ? <p className="mt-1 text-soft">{note}</p> : null}
    </div>
  );
};

const Actions = ({ subscription }: { subscription: Subscription }) => {
  const portal = usePortal();
  if (!subscription.can_open_portal) return null;
  const begin = portal.variables?.begin;
  return (
    <div className="mt-6 border-t border-line pt-5">
      <div className="flex flex-wrap gap-3">
        <Button isPending={portal.isPending && begin === undefined} onPress={() => portal.mutate({})}>
          {texts.manage}
        </Button>
        {isLive(subscription) && !subscription.ends_at ? (
          <Button
            variant="quiet"
            isPending={portal.isPending && begin === "cancel"}
            onPress={() => portal.mutate({ begin: "cancel" })}
          >
            {texts.cancel}
          </Button>
        ) : null}
      </div>
      <p className="mt-3 text-sm text-soft">{texts.leaves}</p>
    </div>
  );
};
