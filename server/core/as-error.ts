/**
 * Returns what was thrown as an error: unchanged if it is one, otherwise a new error with its string form as the
 * message.
 */
export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
