import type { ReactNode } from "react";
import { padStart, textStyle } from "./theme";

type Item = { key: string; content: ReactNode };

export const List = ({ items, ordered = false }: { items: readonly Item[]; ordered?: boolean }) => {
  const Tag = ordered ? "ol" : "ul";
  return (
    <Tag className="ink" style={{ ...textStyle, margin: "0 0 20px", ...padStart("24px") }}>
      {items.map(({ key, content }) => (
        <li key={key} style={{ marginBottom: "8px" }}>
          {content}
        </li>
      ))}
    </Tag>
  );
};

export const steps = (sentences: readonly string[]): Item[] =>
  sentences.map((sentence) => ({ key: sentence, content: sentence }));
