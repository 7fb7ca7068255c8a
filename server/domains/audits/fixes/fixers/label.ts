import { attributeOf, escapeAttribute, escapeText, replaceRange, type Snippet, setAttribute } from "../markup/edit";
import { given, phraseFrom } from "../markup/guess-name";
import { findClose, type OpenTag } from "../markup/tokenize";
import { assessName, chooseName, type Draft, draft, type Fixer, type Name, namingRoot, placeholdersOf } from "./draft";

const control = /^(?:input|select|textarea)$/;
const advice = "Say what to enter, in words that people know. A visible label stays in view while they type.";

const byType: Readonly<Record<string, string>> = {
  email: "Email address",
  tel: "Telephone number",
  search: "Search",
  password: "Password",
  url: "Web address",
  date: "Date",
};

const nameField = (field: OpenTag): Name =>
  chooseName(
    [
      [given(attributeOf(field, "aria-label")), "the aria-label"],
      [given(attributeOf(field, "placeholder")), "the placeholder"],
      [given(attributeOf(field, "title")), "the title attribute"],
      [phraseFrom(attributeOf(field, "name")), "the field name"],
      [phraseFrom(attributeOf(field, "id")), "the id"],
      [byType[attributeOf(field, "type") ?? ""] ?? null, "the field type"],
      [phraseFrom(attributeOf(field, "autocomplete")), "the autocomplete attribute"],
    ],
    "Say what to enter here",
  );

const fieldIn = ({ tokens, root }: Snippet): OpenTag | null => {
  const found = tokens.find((token) => token.kind === "open" && control.test(token.name));
  return found?.kind === "open" ? found : root;
};

/**
 * Adds a visible label. Links the label to the field by the field's id or, if the field has no id, wraps it around the
 * field.
 */
const labelled = (snippet: Snippet, field: OpenTag, name: Name): Draft[] => {
  const { html, tokens } = snippet;
  const text = escapeText(name.text);
  const why = `Adds a visible label to the field. ${assessName(name, advice)}`;
  const id = attributeOf(field, "id");
  if (id && !id.includes("…"))
    return [
      draft(
        replaceRange(html, field.start, field.start, `<label for="${escapeAttribute(id)}">${text}</label> `),
        why,
        placeholdersOf(name),
      ),
    ];
  const close = tokens[findClose(tokens, tokens.indexOf(field))];
  if (!close) return [];
  const whole = html.slice(field.start, close.end);
  const isChoice = /^(?:checkbox|radio)$/.test(attributeOf(field, "type") ?? "");
  const wrapped = isChoice ? `<label>${whole} ${text}</label>` : `<label>${text} ${whole}</label>`;
  return [draft(replaceRange(html, field.start, close.end, wrapped), why, placeholdersOf(name))];
};

const named: Fixer = (snippet) => {
  const field = fieldIn(snippet);
  if (!field) return [];
  const name = nameField(field);
  const hidden = draft(
    setAttribute(snippet.html, field, "aria-label", name.text),
    `Gives the field a name for screen readers. A visible label would help everyone. ${assessName(name, advice)}`,
    placeholdersOf(name),
  );
  return control.test(field.name) ? [...labelled(snippet, field, name), hidden] : [hidden];
};

const ariaNamed: Fixer = (snippet) => {
  const { root } = snippet;
  if (!root) return [];
  const name = chooseName(
    [
      [given(attributeOf(root, "title")), "the title attribute"],
      [phraseFrom(attributeOf(root, "id")), "the id"],
      [phraseFrom(attributeOf(root, "class")), "the class"],
    ],
    "Say what this control is for",
  );
  return namingRoot(snippet, "aria-label", name, {
    why: "Gives the control a name for screen readers.",
    advice: "If text next to the control says what it is for, point to that text with aria-labelledby instead.",
  });
};

/** Keeps the first of several labels and turns the other labels into text that describes the field. */
const oneLabel: Fixer = ({ html, tokens }) => {
  const labels = tokens.flatMap((token, index) =>
    token.kind === "open" && token.name === "label" ? [{ token, index }] : [],
  );
  const field = tokens.find((token) => token.kind === "open" && control.test(token.name));
  if (labels.length < 2 || field?.kind !== "open") return [];
  const id = attributeOf(field, "id") ?? "field";
  const edits = labels.slice(1).flatMap(({ token, index }) => {
    const close = tokens[findClose(tokens, index)];
    if (!close || (field.start > token.start && field.start < close.start)) return [];
    return [{ token, close }];
  });
  const hints = edits.map((_, index) => `${id}-hint-${index + 1}`);
  let correct = html;
  const pieces = [
    ...edits.map(({ token }, index) => ({ ...token, text: `<span id="${escapeAttribute(hints[index] ?? "")}">` })),
    ...edits.map(({ close }) => ({ ...close, text: "</span>" })),
    {
      start: field.start + 1 + field.name.length,
      end: field.start + 1 + field.name.length,
      text: ` aria-describedby="${escapeAttribute(hints.join(" "))}"`,
    },
  ].toSorted((one, other) => other.start - one.start);
  for (const { start, end, text } of pieces) correct = replaceRange(correct, start, end, text);
  return [
    draft(
      correct,
      "Keeps only the first label. The text of the other labels now describes the field and is read out after its name.",
    ),
  ];
};

export const labelFixers: Readonly<Record<string, Fixer>> = {
  label: named,
  "select-name": named,
  "form-field-multiple-labels": oneLabel,
  "aria-input-field-name": ariaNamed,
  "aria-toggle-field-name": ariaNamed,
  "label-title-only": named,
};
