"use client";

import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/app/_ui/button";
import { Moment } from "@/app/_ui/moment";
import { ExternalLink } from "@/app/_ui/text-link";
import { billing as texts } from "@/messages/texts/billing";
import { type Subscription, usePortal } from "./use-billing";

type Props = { subscription: Subscription; mayChange: boolean };

/** Notices about the organisation's plan; renders nothing if there are none. */
export const Notices = (props: Props) => {
  const { status, ends_at, next_plan } = props.subscription;
  if (status === "past_due" || status === "unpaid") return <PaymentFailed {...props} />;
  if (status === "incomplete") return <Notice title={texts.pendingTitle}>{texts.pendingText}</Notice>;
  if (status === "active" || status === "trialing") {
    if (ends_at) return <Cancelled {...props} endsAt={ends_at} />;
    if (next_plan) return <Changing {...props} />;
  }
  return null;
};

type NoticeProps = { title: ReactNode; children?: ReactNode; actions?: ReactNode; isProblem?: boolean };

const Notice = ({ title, children, actions, isProblem = false }: NoticeProps) => (
  <section className={`card flex flex-col gap-3 p-5 ${isProblem ? "border-critical bg-critical-tint" : ""}`}>
    <h2 className="flex items-start gap-2 text-lg">
      {isProblem ? <CircleAlert className="mt-1 size-5 shrink-0 text-critical" aria-hidden="true" /> : null}
      <span>{title}</span>
    </h2>
    {children ? <div className="prose">{children}</div> : null}
    {actions ? <div className="flex flex-wrap items-center gap-x-5 gap-y-2">{actions}</div> : null}
  </section>
);

const nameOf = ({ subscribed_plan, plan }: Subscription): string => texts.plans[subscribed_plan ?? plan];

const PaymentFailed = ({ subscription, mayChange }: Props) => {
  const portal = usePortal();
  const { grace_until, pay_url, plan } = subscription;
  const name = nameOf(subscription);
  return (
    <Notice
      isProblem
      title={texts.failedTitle}
      actions={
        mayChange ? (
          <>
            {pay_url ? <ExternalLink href={pay_url}>{texts.pay}</ExternalLink> : null}
            <Button isPending={portal.isPending} onPress={() => portal.mutate({ begin: "payment_method" })}>
              {texts.changeMethod}
            </Button>
          </>
        ) : undefined
      }
    >
      <p>
        {grace_until && plan !== "free"
          ? texts.failedUntil({ plan: name, date: () => <Moment at={grace_until} /> })
          : texts.failedRests({ plan: name })}{" "}
        {texts.failedDo}
      </p>
    </Notice>
  );
};

const ToPortal = ({ children }: { children: string }) => {
  const portal = usePortal();
  return (
    <Button isPending={portal.isPending} onPress={() => portal.mutate({})}>
      {children}
    </Button>
  );
};

const Cancelled = ({ subscription, mayChange, endsAt }: Props & { endsAt: string }) => (
  <Notice
    title={texts.cancelledTitle({ plan: nameOf(subscription) })}
    actions={mayChange ? <ToPortal>{texts.resume}</ToPortal> : undefined}
  >
    <p>{texts.cancelledText({ date: () => <Moment at={endsAt} /> })}</p>
  </Notice>
);

const Changing = ({ subscription, mayChange }: Props) => {
  const { next_plan, next_interval, current_period_end } = subscription;
  const next = { plan: texts.plans[next_plan ?? "free"], interval: next_interval ?? "month" };
  return (
    <Notice
      title={
        current_period_end
          ? texts.nextTitle({ ...next, date: () => <Moment at={current_period_end} /> })
          : texts.nextTitleUndated(next)
      }
      actions={mayChange ? <ToPortal>{texts.nextCancel}</ToPortal> : undefined}
    />
  );
};
