/** The logo: a kerb that slopes down to the street. */
export const Logo = () => (
  <span className="inline-flex items-center gap-2.5 text-lg font-bold tracking-tight text-ink">
    <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        d="M6 11h6l8 10h6"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
    Curbcut
  </span>
);
