/** A table whose keys are known when the program is compiled. */
type Table = Readonly<Record<string, unknown>>;

/** Returns whether a table has this key of its own. */
export const isKeyOf = <Of extends Table>(table: Of, key: string | null | undefined): key is keyof Of & string =>
  typeof key === "string" && Object.hasOwn(table, key);

/** Returns the keys of a table, in its order. */
export const keysOf = <Of extends Table>(table: Of): (keyof Of & string)[] =>
  Object.keys(table).filter((key) => isKeyOf(table, key));
