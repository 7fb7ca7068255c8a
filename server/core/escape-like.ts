/** Escapes text for literal use in a LIKE pattern. Prisma's `contains` doesn't escape `%` and `_`. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&");
