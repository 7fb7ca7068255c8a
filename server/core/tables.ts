/** A table whose keys are known at compile time. */
type Table = Readonly<Record<string, unknown>>;

/** Reports whether the key is one of the table's own keys. */
export const isKeyOf = <Of extends Table>(table: Of, key: string | null | undefined): key is keyof Of & string =>
  typeof key === "string" && Object.hasOwn(table, key);

export const keysOf = <Of extends Table>(table: Of): (keyof Of & string)[] =>
  Object.keys(table).filter((key) => isKeyOf(table, key));
