import type { ReactNode } from "react";
import { SiteFooter, SiteHeader } from "@/app/_ui/site-frame";
import { SkipLink } from "@/app/_ui/skip-link";

const SiteLayout = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <SkipLink />
    <SiteHeader />
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto w-full max-w-[75rem] grow px-4 py-8 outline-none sm:px-6 sm:py-12"
    >
      {children}
    </main>
    <SiteFooter />
  </div>
);

export default SiteLayout;
