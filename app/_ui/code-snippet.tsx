"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { shared } from "@/messages/texts/shared";
import { announce } from "./announcer";
import { Button } from "./button";

type Part = { text: string; highlighted: boolean };
type Props = { code: string; parts: readonly Part[]; title: string; label: string };

/** Code that wraps and can be copied; `label` distinguishes several snippets on a page. */
export const CodeSnippet = ({ code, parts, title, label }: Props) => {
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
  const Icon = copied ? Check : Copy;
  return (
    <figure className="overflow-hidden rounded-md border border-line">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line bg-surface py-1 ps-4 text-sm font-semibold">
        {title}
        <Button
          variant="quiet"
          onPress={copy}
          aria-label={`${copied ? shared.copied : shared.copy}: ${label}`}
          icon={<Icon className="size-4" aria-hidden="true" />}
        >
          {copied ? shared.copied : shared.copy}
        </Button>
      </figcaption>
      <pre className="whitespace-pre-wrap break-words bg-raised p-4 font-mono text-sm leading-6">
        <code>
          {parts.map(({ text, highlighted }, index) =>
            highlighted ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change order
              <mark key={index} className="rounded-sm border-b-2 border-moderate bg-moderate-tint text-ink">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </code>
      </pre>
    </figure>
  );
};
