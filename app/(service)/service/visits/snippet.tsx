"use client";

import { rum } from "@/app/_texts/rum";
import { CodeSnippet } from "@/app/_ui/code-snippet";

export const Snippet = ({ snippet }: { snippet: string }) => (
  <CodeSnippet
    code={snippet}
    parts={[{ text: snippet, guilty: false }]}
    title={rum.snippet.title}
    label={rum.snippet.label}
  />
);
