export type Variant = "primary" | "secondary" | "danger" | "quiet";

const shared =
  "inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-md border px-4 py-2 text-center font-semibold motion-safe:transition-colors motion-safe:duration-150 aria-disabled:cursor-progress data-[disabled]:cursor-not-allowed data-[disabled]:border-line data-[disabled]:bg-raised data-[disabled]:text-soft";

const variants: Record<Variant, string> = {
  primary: "border-accent bg-accent text-on-accent hover:border-accent-strong hover:bg-accent-strong",
  secondary: "border-control bg-surface text-ink hover:bg-raised",
  danger: "border-critical bg-critical text-on-critical hover:border-critical-strong hover:bg-critical-strong",
  quiet: "border-transparent text-accent hover:bg-raised",
};

export const buttonStyle = (variant: Variant, block = false): string =>
  `${shared} ${variants[variant]}${block ? " w-full" : ""}`;
