"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { account, providerNames } from "@/app/_texts/account";
import { notify } from "@/app/_ui/toasts";

const { page: texts } = account;

/** How a linking ended, as the address says when one comes back from the provider. */
export type Outcome = { linked?: string | undefined; not_linked?: string | undefined; provider?: string | undefined };

const isProvider = (id: string | undefined): id is keyof typeof providerNames =>
  !!id && Object.hasOwn(providerNames, id);
const isReason = (code: string): code is keyof typeof texts.notLinked => Object.hasOwn(texts.notLinked, code);

export const LinkingOutcome = ({ linked, not_linked, provider }: Outcome) => {
  const router = useRouter();
  useEffect(() => {
    if (!isProvider(linked)) return;
    notify(texts.linked(providerNames[linked]));
    router.replace("/accessibility/account", { scroll: false });
  }, [linked, router]);
  if (!not_linked || !isProvider(provider)) return null;
  const reason = texts.notLinked[isReason(not_linked) ? not_linked : "internal"];
  return (
    <p role="alert" className="mb-4 font-semibold text-critical">
      {reason(providerNames[provider])}
    </p>
  );
};
