import type { ReactNode } from "react";
import { ClientProvider } from "@/app/_client/provider";
import { CspNonce } from "@/app/_ui/csp-nonce";
import { Link } from "@/app/_ui/link";
import { Logo } from "@/app/_ui/logo";
import { SkipLink } from "@/app/_ui/skip-link";
import { ThemeSwitch } from "@/app/_ui/theme-switch";
import { Toasts } from "@/app/_ui/toasts";
import { Navigation } from "../_parts/navigation";

const AccessibilityLayout = ({ children }: { children: ReactNode }) => (
  <ClientProvider guarded>
    <CspNonce />
    <SkipLink />
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
      <header className="flex flex-col border-line bg-surface lg:sticky lg:top-0 lg:h-dvh lg:border-r">
        <div className="flex items-center justify-between border-b border-line px-4 py-2 lg:border-0 lg:px-5 lg:py-5">
          <Link href="/accessibility" className="inline-flex min-h-11 items-center rounded-md">
            <Logo />
          </Link>
        </div>
        <Navigation />
        <div className="mt-auto hidden p-5 lg:block">
          <ThemeSwitch />
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full min-w-0 max-w-[75rem] px-4 pb-28 pt-6 outline-none sm:px-6 lg:px-10 lg:pb-16 lg:pt-8"
      >
        {children}
      </main>
    </div>
    <Toasts />
  </ClientProvider>
);

export default AccessibilityLayout;
