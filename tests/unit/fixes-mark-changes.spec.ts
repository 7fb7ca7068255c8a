import { expect, test } from "@playwright/test";
import { markChanges } from "@/app/(accessibility)/accessibility/audits/[audit_id]/rules/[rule_id]/mark-changes";

const joined = (parts: readonly { text: string }[]): string => parts.map(({ text }) => text).join("");

test("marks added and removed code, and both versions stay complete", () => {
  const marked = (one: string, other: string) => {
    const changes = markChanges(one, other);
    expect([joined(changes.before), joined(changes.after)]).toEqual([one, other]);
    return { added: changes.added, removed: changes.removed };
  };
  expect(marked("<img src=a>", '<img src=a alt="A lamp">')).toEqual({ added: ['alt="A lamp"'], removed: [] });
  expect(marked("<li>a</li>", "<ul><li>a</li></ul>")).toEqual({
    added: ["<ul>", "</ul>"],
    removed: [],
  });
  expect(marked('<a tabindex="3">x</a>', "<a>x</a>")).toEqual({ added: [], removed: ['tabindex="3"'] });
  expect(marked("<p>same</p>", "<p>same</p>")).toEqual({ added: [], removed: [] });
  expect(marked("<p></p>", "")).toEqual({ added: [], removed: ["<p></p>"] });
  const long = "<b>word</b> ".repeat(900);
  expect(marked(long, `<div>${long.replaceAll("word", "text")}</div>`).added).toHaveLength(1);
});
