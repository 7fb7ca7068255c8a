"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { announce } from "./announcer";
import { Button } from "./button";
import { shared } from "./texts";

type Props = { code: string; label: string };

/** Code that scrolls inside its own box and can be copied; `label` names it for those who don't see it. */
export const CodeSnippet = ({ code, label }: Props) => {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
      announce(shared.copied);
    } catch {
      announce(shared.copyFailed);
    }
  };
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-raised">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line bg-surface pl-4 text-sm font-semibold">
        {label}
        <Button
          variant="quiet"
          onPress={copy}
          aria-label={`${copied ? shared.copied : shared.copy}: ${label}`}
          icon={
            copied ? <Check className="size-4" aria-hidden="true" /> : <Copy className="size-4" aria-hidden="true" />
          }
        >
          {copied ? shared.copied : shared.copy}
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label} className="overflow-x-auto p-4">
        <pre className="font-mono text-sm leading-6">
          <code>{code}</code>
        </pre>
      </section>
    </figure>
  );
};
