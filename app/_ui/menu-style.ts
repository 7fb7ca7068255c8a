export const menuStyle =
  "min-w-(--trigger-width) max-w-[min(24rem,calc(100vw-2rem))] overflow-auto rounded-md border border-control bg-surface p-1 text-ink shadow-raised";

export const menuItemStyle =
  "flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-4 rounded-md px-3 py-2 -outline-offset-2 data-[focused]:bg-raised";
