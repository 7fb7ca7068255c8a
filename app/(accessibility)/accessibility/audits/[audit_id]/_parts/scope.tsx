"use client";

import { describeScope } from "@/messages/runtime/audit-scope";
import { scope as texts } from "@/messages/texts/scope";
import type { Results } from "./rank";

/** What limited or extended the audit; hidden if nothing did. */
export const Scope = ({ scope }: { scope: Results["scope"] }) => {
  const sentences = describeScope(scope);
  if (sentences.length === 0) return null;
  return (
    <section aria-labelledby="scope" className="card p-5 sm:px-6">
      <h2 id="scope" className="text-xl">
        {texts.title}
      </h2>
      <ul className="mt-2 flex flex-col gap-1">
        {sentences.map((sentence) => (
          <li key={sentence} className="prose wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
    </section>
  );
};
