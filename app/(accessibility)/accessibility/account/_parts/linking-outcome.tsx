"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { providerNames } from "@/app/_ui/provider-names";
import { notify } from "@/app/_ui/toasts";
import { account } from "@/messages/texts/account";

const { page: texts } = account;

/** The result of linking a provider, as query parameters of the URL to which the user is redirected. */
export type Outcome = { linked?: string | undefined; not_linked?: string | undefined; provider?: string | undefined };

const isProvider = (id: string | undefined): id is keyof typeof providerNames =>
  !!id && Object.hasOwn(providerNames, id);
const isReason = (code: string): code is keyof typeof texts.notLinked => Object.hasOwn(texts.notLinked, code);

export const LinkingOutcome = ({ linked, not_linked, provider }: Outcome) => {
  const router = useRouter();
  useEffect(() => {
    if (!isProvider(linked)) return;
    notify(texts.linked({ provider: providerNames[linked] }));
    router.replace("/accessibility/account", { scroll: false });
  }, [linked, router]);
  if (!not_linked || !isProvider(provider)) return null;
  const reason = texts.notLinked[isReason(not_linked) ? not_linked : "internal"];
  return (
    <p role="alert" className="mb-4 font-semibold text-critical">
      {reason({ provider: providerNames[provider] })}
    </p>
  );
};
