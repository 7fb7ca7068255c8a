import { z } from "zod";

/** A UUID as every id of ours has it. */
export const Id = z.uuid().toLowerCase();

/** RFC 3339 in UTC with milliseconds on the wire; a Date inside, or its text in an answer that was kept as JSON. */
export const Time = z.coerce
  .date<Date>()
  .transform((date) => date.toISOString())
  .pipe(z.iso.datetime());

const wrongTime = "Give a time such as 2026-11-20T09:00:00Z.";

/** A time in a caller's input, within the years that every database of ours can compare with. */
export const Moment = z.iso
  .datetime({ offset: true, error: wrongTime, abort: true })
  .refine((text) => Math.abs(new Date(text).getUTCFullYear() - 2000) <= 1_000, wrongTime);

export const nothing = z.strictObject({});

/** Fields of every list's input (contract §1). */
export const pageFields = {
  limit: z.coerce.number<number>().int().min(1).max(100).default(25),
  cursor: Id.optional(),
};

const pages = new WeakSet<z.ZodType>();

/**
 * Output of a list: REST answers the items as `data` and the cursor in `meta`; typed clients get both. With `about`, what
 * is said of the list as a whole, `data` is an object that holds the items.
 */
export const pageOf = <Item extends z.ZodType, About extends z.ZodRawShape = Record<never, never>>(
  item: Item,
  about?: About,
) => {
  const page = z.object({ ...(about as About), items: z.array(item), next_cursor: z.string().nullable() });
  pages.add(page);
  return page;
};

/** The `data` that REST answers of a list. */
export const dataOfPage = ({ next_cursor: _, ...data }: { items: unknown[]; next_cursor: string | null }): unknown =>
  Object.keys(data).length > 1 ? data : data.items;

export const isPage = (schema: z.ZodType): boolean => pages.has(schema);

/** Cuts rows that were read with one more than `limit` to a page; the cursor is the id of its last row. */
export const toPage = <Row extends { id: string }>(rows: readonly Row[], limit: number) => {
  const items = rows.slice(0, limit);
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
};
