"use client";

import { CodeSnippet } from "@/app/_ui/code-snippet";
import { rum } from "@/messages/texts/rum";

export const Snippet = ({ snippet }: { snippet: string }) => (
  <CodeSnippet
    code={snippet}
    parts={[{ text: snippet, highlighted: false }]}
    title={rum.snippet.title}
    label={rum.snippet.label}
  />
);
