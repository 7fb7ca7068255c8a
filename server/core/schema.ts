import { z } from "zod";

/** A UUID, the format of every id in Curbcut. */
export const Id = z.uuid().toLowerCase();

/**
 * A time in an output: RFC 3339 in UTC with milliseconds. Accepts a Date, or a string from a response stored as JSON.
 */
export const Time = z.coerce
  .date<Date>()
  .transform((date) => date.toISOString())
  .pipe(z.iso.datetime());

const wrongTime = "Must be a date and time, such as 2026-11-20T09:00:00Z.";

/** A time in an input. Accepts only years that both supported databases can compare. */
export const Moment = z.iso
  .datetime({ offset: true, error: wrongTime, abort: true })
  .refine((text) => Math.abs(new Date(text).getUTCFullYear() - 2000) <= 1_000, wrongTime);

export const FutureMoment = Moment.refine((text) => new Date(text) > new Date(), "Must be in the future.");

export const nothing = z.strictObject({});

/** Input fields of every list endpoint. */
export const pageFields = {
  limit: z.coerce.number<number>().int().min(1).max(100).default(25),
  cursor: Id.optional(),
};

/**
 * A list of entries from an external source. Validation stops at the first invalid entry, because reporting thousands
 * would take too long. `entries` limits the length of the list.
 */
export const listOf = <Item extends z.ZodType>(item: Item, entries: z.ZodType<unknown[], unknown[]>) =>
  entries.transform((values, context): z.output<Item>[] => {
    const items: z.output<Item>[] = [];
    for (const [index, value] of values.entries()) {
      const read = item.safeParse(value);
      if (!read.success) {
        for (const { message, path } of read.error.issues)
          context.addIssue({ code: "custom", message, path: [index, ...path] });
        return z.NEVER;
      }
      items.push(read.data);
    }
    return items;
  });

const pages = new WeakSet<z.ZodType>();

/**
 * Returns the output schema of a list endpoint: REST responds with the items as `data` and the cursor in `meta`; typed
 * clients get both. `about` adds fields that describe the list as a whole; `data` is then an object with these fields
 * and the items.
 */
export const pageOf = <Item extends z.ZodType, About extends z.ZodRawShape = Record<never, never>>(
  item: Item,
  about?: About,
) => {
  const page = z.object({ ...(about as About), items: z.array(item), next_cursor: z.string().nullable() });
  pages.add(page);
  return page;
};

/** Returns the `data` of a list's REST response. */
export const dataOfPage = ({ next_cursor: _, ...data }: { items: unknown[]; next_cursor: string | null }): unknown =>
  Object.keys(data).length > 1 ? data : data.items;

export const isPage = (schema: z.ZodType): boolean => pages.has(schema);

/**
 * Returns a page of the list from rows that were queried with a limit of `limit` + 1. The cursor is the id of the
 * page's last row.
 */
export const toPage = <Row extends { id: string }>(rows: readonly Row[], limit: number) => {
  const items = rows.slice(0, limit);
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
};
