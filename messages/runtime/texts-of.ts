import { IntlMessageFormat } from "intl-messageformat";
import { createElement, Fragment, type ReactNode } from "react";
import { currentLanguage, findCatalogue, sourceLanguage } from "./language";

/** Messages, nested as in a catalogue file. */
export type Messages = string | readonly Messages[] | { readonly [key: string]: Messages };

/** Renders the part of a message enclosed in tags, such as `<link>…</link>`. For `<date></date>`, the part is empty. */
export type Wrap = (content: ReactNode) => ReactNode;

type Value = string | number | boolean | Wrap;
type Values = Readonly<Record<string, Value>>;

const compiled = new Map<string, IntlMessageFormat>();

const compile = (message: string, locale: string): IntlMessageFormat => {
  const key = `${locale} ${message}`;
  const known = compiled.get(key);
  if (known) return known;
  const format = new IntlMessageFormat(message, locale);
  compiled.set(key, format);
  return format;
};

const find = (path: string, source: string): [message: string, locale: string] => {
  const locale = currentLanguage();
  const translated = locale === sourceLanguage ? undefined : findCatalogue(locale)?.[path];
  return translated === undefined ? [source, sourceLanguage] : [translated, locale];
};

const join = (parts: ReactNode): ReactNode =>
  Array.isArray(parts) ? createElement(Fragment, null, ...(parts as ReactNode[])) : parts;

const joining = (value: Value): Value =>
  typeof value === "function" ? (content: ReactNode) => join(value(join(content))) : value;

const say = (path: string, source: string, values: Values): ReactNode => {
  const [message, locale] = find(path, source);
  const entries = Object.entries(values).map(([name, value]) => [name, joining(value)]);
  return join(compile(message, locale).format(Object.fromEntries(entries)));
};

/** In ICU messages, braces and tags in single quotes are literal. */
const hasSyntax = (message: string): boolean => /[{<]/.test(message.replaceAll(/'[{}<>][^']*'/g, ""));

const isLiteral = (message: string): boolean => !/[{}<>]|''/.test(message);

const property = (node: Messages, path: string): PropertyDescriptor => {
  if (typeof node !== "string") return { enumerable: true, value: build(node, path) };
  if (hasSyntax(node)) return { enumerable: true, value: (values: Values) => say(path, node, values) };
  return {
    enumerable: true,
    get: () => {
      const [message, locale] = find(path, node);
      return isLiteral(message) ? message : compile(message, locale).format();
    },
  };
};

const build = (node: Exclude<Messages, string>, path: string): object =>
  Object.defineProperties(
    Array.isArray(node) ? [] : {},
    Object.fromEntries(Object.entries(node).map(([key, child]) => [key, property(child, `${path}.${key}`)])),
  );

type Path<Before extends string, Key extends string | number> = Before extends "" ? `${Key}` : `${Before}.${Key}`;

type Text<Given> = [Wrap] extends [Given[keyof Given]] ? (values: Given) => ReactNode : (values: Given) => string;

type Texts<Node, Arguments, At extends string = ""> = Node extends string
  ? At extends keyof Arguments
    ? Text<Arguments[At]>
    : string
  : Node extends readonly (infer Item)[]
    ? readonly Texts<Item, Arguments, Path<At, "0">>[]
    : { readonly [Key in keyof Node & (string | number)]: Texts<Node[Key], Arguments, Path<At, Key>> };

/**
 * Returns the messages of a namespace, nested as in its catalogue. Read messages while rendering and don't store them
 * in module variables, because reading a message looks it up in the current language. A message with arguments is a
 * function.
 */
export const textsOf =
  <Arguments>() =>
  <const Source extends Exclude<Messages, string>>(namespace: string, source: Source): Texts<Source, Arguments> =>
    build(source, namespace) as Texts<Source, Arguments>;
