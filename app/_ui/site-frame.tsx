import { site } from "@/messages/texts/site";
import { buttonStyle } from "./button-style";
import { isSignedIn } from "./is-signed-in";
import { LanguageChoice } from "./language";
import { Link } from "./link";
import { Logo } from "./logo";
import { ThemeSwitch } from "./theme-switch";

/** Links into the app load a new document, because the app has its own security policy. */
export const SiteHeader = async () => (
  <header className="border-b border-line bg-surface">
    <div className="mx-auto flex max-w-[75rem] flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 sm:px-6">
      <Link href="/" className="inline-flex min-h-11 items-center rounded-md">
        <Logo />
      </Link>
      <nav aria-label={site.navigation}>
        <a href="/accessibility" className={buttonStyle("secondary")}>
          {(await isSignedIn()) ? site.notFound.websites : site.signIn}
        </a>
      </nav>
    </div>
  </header>
);

export const SiteFooter = () => (
  <footer className="border-t border-line">
    <div className="mx-auto flex max-w-[75rem] flex-wrap items-center justify-between gap-4 px-4 py-6 sm:px-6">
      <p className="text-sm text-soft">
        {site.footer}{" "}
        <a href="/api/docs" className="link inline-flex min-h-11 items-center">
          {site.apiDocs}
        </a>
      </p>
      <LanguageChoice />
      <ThemeSwitch />
    </div>
  </footer>
);
