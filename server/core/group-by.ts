/**
 * Groups items by their key, in the order of the first item of each group. Items whose key is null are left out.
 */
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
