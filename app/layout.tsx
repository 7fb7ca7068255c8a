import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import type { ReactNode } from "react";
import "./globals.css";
import { Announcer } from "./_ui/announcer";
import { FocusAfterNavigation } from "./_ui/focus-after-navigation";
import { themeScript } from "./_ui/theme-script";

const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-inter",
  display: "swap",
});

export const metadata: Metadata = {
  description: "Find what keeps people out of your website, and what to fix first.",
  applicationName: "Curbcut",
  referrer: "strict-origin-when-cross-origin",
  icons: { icon: "/icon.svg" },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f6f7f9" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1216" },
  ],
};

const RootLayout = ({ children }: { children: ReactNode }) => (
  <html lang="en" className={inter.variable} suppressHydrationWarning>
    <head>
      <script>{themeScript}</script>
    </head>
    <body className="min-h-dvh font-sans text-base antialiased">
      <FocusAfterNavigation />
      {children}
      <Announcer />
    </body>
  </html>
);

export default RootLayout;
