/** A text as a part of a LIKE pattern that means itself. Prisma's `contains` leaves `%` and `_` as they are. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&");
