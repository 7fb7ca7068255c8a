interface Slot<Value> {
  value: Value | undefined;
}

declare global {
  var curbcut: Map<string, Slot<unknown>> | undefined;
}

globalThis.curbcut ??= new Map();
const slots = globalThis.curbcut;

/**
 * Returns the slot with this name, which the whole process shares. A module variable isn't enough, because Next.js
 * evaluates modules more than once per process.
 */
export const processWide = <Value>(name: string): Slot<Value> => {
  const known = slots.get(name);
  if (known) return known as Slot<Value>;
  const slot: Slot<Value> = { value: undefined };
  slots.set(name, slot);
  return slot;
};

/** Returns the value in the slot with this name. The first call creates the value. */
export const oncePerProcess = <Value>(name: string, create: () => Value): Value => {
  const slot = processWide<Value>(name);
  slot.value ??= create();
  return slot.value;
};
