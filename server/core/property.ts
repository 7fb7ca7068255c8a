/** Returns a property of any value, such as a caught error; undefined for a value without properties. */
export const readProperty = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** Reports whether a value is an object, but not an array or null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
