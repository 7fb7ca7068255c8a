/** Returns the thrown value if it is an Error; otherwise returns a new Error with the value as its message. */
export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
