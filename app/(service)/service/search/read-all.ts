type Part<Item> = { items: readonly Item[]; next_cursor: string | null };

/** Reads a list to its end, or up to the maximum number of pages. */
export const readAll = async <Item>(
  read: (at: { cursor?: string }) => Promise<Part<Item>>,
  mostPages: number,
): Promise<Item[]> => {
  const all: Item[] = [];
  let at: { cursor?: string } = {};
  for (let page = 0; page < mostPages; page += 1) {
    const { items, next_cursor } = await read(at);
    all.push(...items);
    if (next_cursor === null) break;
    at = { cursor: next_cursor };
  }
  return all;
};
