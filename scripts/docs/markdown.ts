const escapeCell = (cell: string): string => cell.replaceAll("|", "\\|").replaceAll("\n", " ");

/** Renders a table in Biome's format: cells padded to the width of their column. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const cells = [head, ...rows].map((row) => row.map(escapeCell));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? "").padEnd(width)).join(" | ")} |`;
  const [first = [], ...rest] = cells;
  return [line(first), line(widths.map((width) => "-".repeat(width))), ...rest.map(line)].join("\n");
};
