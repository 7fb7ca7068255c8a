/** An error with Stripe's wording. */
export class StripeProblem extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: { type?: string; code?: string; param?: string } = {},
  ) {
    super(message);
  }
}

export const wrongParameter = (code: string, param: string, message = `Missing required param: ${param}.`) =>
  new StripeProblem(400, message, { code, param });

/** One `name[inner]=value` pair of a form, with its name split into parts. */
export interface Field {
  path: string[];
  value: string;
}

type Kind = "text" | "integer" | "number" | "boolean" | "metadata" | readonly string[];
/** The kind of each parameter, by name; `[]` stands for the items of a list. */
export interface Rules {
  [name: string]: Kind | Rules;
}

const nameOf = ([first = "", ...inner]: readonly string[]): string => first + inner.map((part) => `[${part}]`).join("");

export const parseForm = (body: string): Field[] =>
  [...new URLSearchParams(body)].map(([name, value]) => ({
    path: name.split("[").map((part) => part.replace(/\]$/, "")),
    value,
  }));

const readNumber = (path: readonly string[], value: string, pattern: RegExp, code: string): number => {
  if (!pattern.test(value)) throw wrongParameter(code, nameOf(path), `Invalid ${nameOf(path)}: ${value}`);
  return Number(value);
};

const readMetadata = (path: readonly string[], value: string): string => {
  const [key = ""] = path.slice(-1);
  if (key.length > 40)
    throw wrongParameter("parameter_invalid", nameOf(path), "Metadata keys can have up to 40 characters.");
  if (value.length > 500)
    throw wrongParameter("parameter_invalid", nameOf(path), "Metadata values can have up to 500 characters.");
  return value;
};

const readBoolean = (path: readonly string[], value: string): boolean => {
  if (value === "true" || value === "false") return value === "true";
  throw wrongParameter("parameter_invalid", nameOf(path), `Invalid boolean: ${value}`);
};

const readValue = (path: readonly string[], value: string, kind: Kind): string | number | boolean => {
  if (value === "" && kind !== "metadata")
    throw wrongParameter("parameter_invalid_empty", nameOf(path), `You passed an empty string for '${nameOf(path)}'.`);
  if (kind === "integer") return readNumber(path, value, /^-?\d+$/, "parameter_invalid_integer");
  if (kind === "number") return readNumber(path, value, /^-?\d+(\.\d+)?$/, "parameter_invalid");
  if (kind === "metadata") return readMetadata(path, value);
  if (kind === "boolean") return readBoolean(path, value);
  if (typeof kind !== "string" && !kind.includes(value))
    throw wrongParameter(
      "parameter_invalid",
      nameOf(path),
      `Invalid ${nameOf(path)}: must be one of ${kind.join(", ")}`,
    );
  return value;
};

const isGroup = (rule: Kind | Rules): rule is Rules => typeof rule === "object" && !Array.isArray(rule);

const kindOf = (path: readonly string[], rules: Rules): Kind | null => {
  const [name = "", ...inner] = path;
  const key = /^\d*$/.test(name) ? "[]" : name;
  const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
  if (rule && isGroup(rule) && inner.length > 0) return kindOf(inner, rule);
  const depth = rule === "metadata" ? 1 : 0;
  return rule && !isGroup(rule) && inner.length === depth ? rule : null;
};

export type Given = Record<string, unknown>;

/** Returns the parameters of a form. Throws Stripe's `parameter_unknown` for a parameter that the rules don't allow. */
export const readParameters = (form: readonly Field[], rules: Rules): Given => {
  const given: Given = {};
  for (const { path, value } of form) {
    const kind = kindOf(path, rules);
    if (!kind) throw wrongParameter("parameter_unknown", nameOf(path), `Received unknown parameter: ${nameOf(path)}`);
    let place = given;
    for (const part of path.slice(0, -1)) {
      place[part] ??= {};
      place = place[part] as Given;
    }
    place[path.at(-1) ?? ""] = readValue(path, value, kind);
  }
  return given;
};

/** Returns the items of a list that was sent as `name[0]`, `name[1]` and so on. */
export const listOf = <Item>(given: unknown): Item[] => Object.values((given ?? {}) as Record<string, Item>);
