import { StripeProblem } from "./form";
import type { StripeObject } from "./shapes";
import { included } from "./show";
import type { StripeWorld } from "./world";

const mostLevels = 4;

const cannot = (path: string): StripeProblem =>
  new StripeProblem(400, `This property cannot be expanded (${path}).`, { param: "expand" });

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const expandField = (world: StripeWorld, holder: Record<string, unknown>, name: string): unknown => {
  const expanded = included(world, holder as StripeObject, name);
  if (expanded !== undefined) holder[name] = expanded;
  const value = holder[name];
  if (typeof value !== "string") return value;
  const found = world.find(value);
  if (found) holder[name] = found;
  return found;
};

const expandPath = (world: StripeWorld, holder: unknown, names: readonly string[], path: string): void => {
  const [name, ...inner] = names;
  if (name === undefined) return;
  if (Array.isArray(holder)) {
    for (const each of holder) expandPath(world, each, names, path);
    return;
  }
  if (!isObject(holder)) throw cannot(path);
  const value = expandField(world, holder, name);
  // A null field, such as the `schedule` of a subscription that has none, has nothing to expand.
  if (value === null) return;
  if (value === undefined || !isObject(value)) throw cannot(path);
  expandPath(world, value, inner, path);
};

/**
 * Returns a copy of the response with these paths expanded, as described at
 * https://docs.stripe.com/api/expanding_objects.
 */
export const expand = <Answer>(world: StripeWorld, answer: Answer, paths: readonly string[]): Answer => {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const names = path.split(".");
    if (names.length > mostLevels) throw new StripeProblem(400, `You cannot expand more than 4 levels: ${path}`);
    expandPath(world, copy, names, path);
  }
  return copy;
};
