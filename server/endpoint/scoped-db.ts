import { Prisma } from "@/generated/prisma/client";
import type { Db } from "@/server/core/context";

type Args = Readonly<Record<string, unknown>>;
type Method = (args?: Args) => unknown;

const propertyOf = (model: string): string => model.charAt(0).toLowerCase() + model.slice(1);

const belongsToOrganisation = (model: string): boolean => {
  const columns: unknown = Reflect.get(Prisma, `${model}ScalarFieldEnum`);
  return typeof columns === "object" && columns !== null && "org_id" in columns;
};

/** Sessions belong to a user, regardless of the organisation the user is acting in. */
const models: ReadonlySet<string> = new Set(
  Object.keys(Prisma.ModelName)
    .filter((model) => belongsToOrganisation(model) && model !== "Session")
    .map(propertyOf),
);

const asArgs = (value: unknown): Args => (typeof value === "object" && value !== null ? { ...value } : {});

/**
 * Reports whether a filter or row names the organisation, directly or in a unique key. In a list, every item must name
 * it.
 */
const isWithin = (value: unknown, org_id: string): boolean => {
  if (Array.isArray(value)) return value.every((row) => isWithin(row, org_id));
  const { AND, ...fields } = asArgs(value);
  if (fields["org_id"] === org_id) return true;
  if (AND !== undefined && [AND].flat().some((part) => isWithin(part, org_id))) return true;
  return Object.entries(fields).some(([key, inner]) => key.startsWith("org_id_") && asArgs(inner)["org_id"] === org_id);
};

/** Returns the arguments that must name the organisation. */
const partsOf = (method: string, args: Args): unknown[] => {
  if (method.startsWith("create")) return [args["data"]];
  return method === "upsert" ? [args["where"], args["create"]] : [args["where"]];
};

const scopeModel = (delegate: object, name: string, org_id: string): object =>
  new Proxy(delegate, {
    get: (target, method) => {
      const call: unknown = Reflect.get(target, method);
      if (typeof call !== "function" || typeof method !== "string") return call;
      const scoped: Method = (args = {}) => {
        if (!partsOf(method, args).every((part) => isWithin(part, org_id)))
          throw new Error(`${name}.${method} must name the caller's organisation, or use acrossOrganisations.`);
        return Reflect.apply(call, target, [args]);
      };
      return scoped;
    },
  });

const unscoped = new WeakMap<object, Db>();

/** Returns a version of the client's `$transaction` that passes a scoped handle to the callback. */
const scopeTransactions = (db: Db, org_id: string) => (work: unknown, options?: unknown) =>
  Reflect.apply(db.$transaction, db, [
    typeof work === "function" ? (open: Db) => work(scopeDb(open, org_id)) : work,
    options,
  ]);

/**
 * Returns a database handle for one organisation. A query on a table whose rows belong to organisations throws unless
 * it names this organisation, even in a transaction. Raw SQL isn't checked.
 */
export const scopeDb = (db: Db, org_id: string): Db => {
  const scoped = new Proxy(db, {
    get: (target, property) => {
      if (property === "$transaction") return scopeTransactions(target, org_id);
      const value: unknown = Reflect.get(target, property);
      if (typeof property === "string" && models.has(property) && typeof value === "object" && value !== null)
        return scopeModel(value, property, org_id);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  unscoped.set(scoped, db);
  return scoped;
};

/** Returns an unscoped handle for work that spans several organisations, such as all organisations of one user. */
export const acrossOrganisations = (db: Db): Db => unscoped.get(db) ?? db;
