import type { ReactNode } from "react";

type Props = { id: string; title: string; lead?: ReactNode; children: ReactNode };

export const Section = ({ id, title, lead, children }: Props) => (
  <section aria-labelledby={id} className="mt-10 border-t border-line pt-6">
    <h2 id={id} className="text-lg">
      {title}
    </h2>
    {lead ? <div className="prose mt-1 text-soft">{lead}</div> : null}
    <div className="mt-4">{children}</div>
  </section>
);
