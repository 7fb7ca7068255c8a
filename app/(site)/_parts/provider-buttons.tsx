"use client";

import { useState } from "react";
import { signInByProvider } from "@/app/_client/session";
import { Button } from "@/app/_ui/button";
import { providerNames } from "@/app/_ui/provider-names";
import { account as texts } from "@/messages/texts/account";

export type ProviderId = keyof typeof providerNames;

type Props = { providers: readonly ProviderId[]; next: string | undefined };

/** One button per provider, above the form; renders nothing if no provider is configured. */
export const ProviderButtons = ({ providers, next }: Props) => {
  const [opening, setOpening] = useState<ProviderId | null>(null);
  if (providers.length === 0) return null;

  const open = (provider: ProviderId) => {
    setOpening(provider);
    signInByProvider(provider, next).catch(() => setOpening(null));
  };

  return (
    <>
      <div className="flex flex-col gap-3">
        {providers.map((provider) => (
          <Button key={provider} block isPending={opening === provider} onPress={() => open(provider)}>
            {texts.continueWith({ provider: providerNames[provider] })}
          </Button>
        ))}
      </div>
      <p className="my-6 flex items-center gap-4 text-sm text-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {texts.or}
      </p>
    </>
  );
};
