import type { Inputs } from "@/app/_client/trpc";

type SaveInput = Inputs["websiteSignIns"]["save"];
export type Method = SaveInput["method"];
export type Kind = Method["kind"];

const linesOf = (text = ""): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Splits each line at the first separator. */
const pairsOf = (text: string | undefined, separator: string): { name: string; value: string }[] =>
  linesOf(text).map((line) => {
    const at = line.indexOf(separator);
    return { name: line.slice(0, Math.max(at, 0)).trim(), value: at < 0 ? "" : line.slice(at + 1).trim() };
  });

const filled = <Key extends string>(values: Record<Key, string | undefined>): Partial<Record<Key, string>> =>
  Object.fromEntries(
    Object.entries<string | undefined>(values).flatMap(([key, value]) => (value?.trim() ? [[key, value.trim()]] : [])),
  ) as Partial<Record<Key, string>>;

const readForm = (values: Record<string, string>): Method => {
  const selectors = filled({
    user_name: values["method.selectors.user_name"],
    password: values["method.selectors.password"],
    code: values["method.selectors.code"],
    submit: values["method.selectors.submit"],
  });
  return {
    kind: "form",
    url: (values["method.url"] ?? "").trim(),
    user_name: values["method.user_name"] ?? "",
    password: values["method.password"] ?? "",
    ...filled({ totp: values["method.totp"] }),
    ...(Object.keys(selectors).length > 0 ? { selectors } : {}),
  };
};

const readMethod = (kind: Kind, values: Record<string, string>): Method => {
  switch (kind) {
    case "form":
      return readForm(values);
    case "basic":
      return { kind, user_name: values["method.user_name"] ?? "", password: values["method.password"] ?? "" };
    case "headers":
      return { kind, headers: pairsOf(values["method.headers"], ":") };
    case "cookies":
      return { kind, cookies: pairsOf(values["method.cookies"], "=") };
    case "storage_state":
      return { kind, state: JSON.parse(values["method.state"] ?? "") };
  }
};

/** Converts the form's values to the input of the endpoint. */
export const readSignIn = (id: string, kind: Kind, values: Record<string, string>): SaveInput => ({
  id,
  origins: linesOf(values["origins"]),
  method: readMethod(kind, values),
  signed_in: filled({ url: values["signed_in.url"], text: values["signed_in.text"] }),
});

const isJson = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
};

/** Returns the fields whose values can't be converted. */
export const findWrongFields = (
  kind: Kind,
  values: Record<string, string>,
  texts: { lineWrong: string; stateWrong: string },
): Record<string, string> => {
  const hasWrongLine = (name: string, separator: string): boolean => {
    const pairs = pairsOf(values[name], separator);
    return pairs.length === 0 || pairs.some((pair) => pair.name === "" || pair.value === "");
  };
  if (kind === "headers" && hasWrongLine("method.headers", ":")) return { "method.headers": texts.lineWrong };
  if (kind === "cookies" && hasWrongLine("method.cookies", "=")) return { "method.cookies": texts.lineWrong };
  if (kind === "storage_state" && !isJson(values["method.state"] ?? "")) return { "method.state": texts.stateWrong };
  return {};
};

const lists = ["origins", "method.headers", "method.cookies", "method.state"];

/** Returns the name of the field that an error in the endpoint's input belongs to. */
export const fieldOf = (path: string): string =>
  lists.find((name) => path === name || path.startsWith(`${name}.`)) ?? path;
