import type { ReactNode } from "react";
import { ClientProvider } from "@/app/_client/provider";
import { LanguageChoice } from "./language";
import { Link } from "./link";
import { Logo } from "./logo";
import { OrganisationSwitcher } from "./organisation-switcher";
import { CommandBar } from "./palette/command-bar";
import { SkipLink } from "./skip-link";
import { ThemeSwitch } from "./theme-switch";
import { Toasts } from "./toasts";

type Props = { home: string; navigation: ReactNode; children: ReactNode };

/** The layout of both apps, with the logo, organisation, navigation and messages. */
export const AppFrame = ({ home, navigation, children }: Props) => (
  <ClientProvider guarded>
    <SkipLink />
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
      <header className="flex flex-col border-line bg-surface lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-e">
        <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2 lg:flex-col lg:items-stretch lg:border-0 lg:px-5 lg:py-5">
          <Link href={home} className="inline-flex min-h-11 shrink-0 items-center self-start rounded-md">
            <Logo />
          </Link>
          <OrganisationSwitcher />
          <CommandBar />
        </div>
        {navigation}
        <div className="mt-auto hidden flex-col gap-4 p-5 lg:flex">
          <LanguageChoice />
          <ThemeSwitch />
        </div>
      </header>
      {/* Room at the bottom, so that all content can be scrolled clear of the messages. */}
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full min-w-0 max-w-[75rem] px-4 pb-56 pt-6 outline-none sm:px-6 lg:px-10 lg:pb-44 lg:pt-8"
      >
        {children}
      </main>
    </div>
    <Toasts />
  </ClientProvider>
);
