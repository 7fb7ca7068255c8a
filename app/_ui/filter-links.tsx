import { Check } from "lucide-react";
import { Link } from "./link";

type Option = { id: string; label: string; href: string };

/** Filters kept in the URL, so that they can be shared and survive a reload. */
export const FilterLinks = ({
  label,
  options,
  current,
}: {
  label: string;
  options: readonly Option[];
  current: string;
}) => (
  <nav aria-label={label} className="mb-4">
    <ul className="flex flex-wrap gap-2">
      {options.map(({ id, label: text, href }) => (
        <li key={id}>
          <Link
            href={href}
            scroll={false}
            aria-current={id === current ? "true" : undefined}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-control bg-surface px-4 font-medium hover:bg-raised aria-[current]:border-accent aria-[current]:bg-accent-tint aria-[current]:text-accent"
          >
            {id === current ? <Check className="size-4" aria-hidden="true" /> : null}
            {text}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
