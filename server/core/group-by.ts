/** Groups items by key. Groups are in the order of their first items. Omits items whose key is null. */
export const groupBy = <Item>(
  items: Iterable<Item>,
  keyOf: (item: Item, index: number) => string | null,
): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    index += 1;
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};
