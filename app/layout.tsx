import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import "./globals.css";
import { currentLanguage, directionOf, listLanguages } from "@/messages/runtime/language";
import { site } from "@/messages/texts/site";
import { Announcer } from "./_ui/announcer";
import { CatalogueScript, catalogueUrl } from "./_ui/catalogue-script";
import { FocusAfterNavigation } from "./_ui/focus-after-navigation";
import { KeepFocus } from "./_ui/keep-focus";
import { LanguageProvider } from "./_ui/language";
import { inlineScripts } from "./inline-scripts";

/** Passes the request's nonce to React Aria, which adds its own style element. */
const CspNonce = async () => <meta name="csp-nonce" nonce={(await headers()).get("x-nonce") ?? ""} />;

/** Pages are rendered for each request, because they contain the nonce of the response's Content Security Policy. */
export const dynamic = "force-dynamic";

const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-inter",
  display: "swap",
});

export const generateMetadata = (): Metadata => ({
  description: site.description,
  applicationName: "Curbcut",
  referrer: "strict-origin-when-cross-origin",
  icons: { icon: "/icon.svg" },
});

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f6f7f9" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1216" },
  ],
};

const RootLayout = ({ children }: { children: ReactNode }) => (
  <html
    lang={currentLanguage()}
    dir={directionOf(currentLanguage())}
    className={inter.variable}
    suppressHydrationWarning
  >
    <head>
      <CspNonce />
      <CatalogueScript />
      {inlineScripts.map((script) => (
        <script key={script}>{script}</script>
      ))}
    </head>
    <body className="min-h-dvh font-sans text-base antialiased">
      <LanguageProvider language={currentLanguage()} languages={listLanguages()} catalogueUrl={catalogueUrl()}>
        <FocusAfterNavigation />
        <KeepFocus />
        {children}
        <Announcer />
      </LanguageProvider>
    </body>
  </html>
);

export default RootLayout;
