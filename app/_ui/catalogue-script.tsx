import { createHash } from "node:crypto";
import { headers } from "next/headers";
import Script from "next/script";
import { type Catalogue, currentLanguage, findCatalogue } from "@/messages/runtime/language";

const versions = new WeakMap<Catalogue, string>();

const versionOf = (catalogue: Catalogue): string => {
  const known = versions.get(catalogue);
  if (known) return known;
  const version = createHash("sha256").update(JSON.stringify(catalogue)).digest("hex").slice(0, 16);
  versions.set(catalogue, version);
  return version;
};

/** Returns the URL of the script with the messages in the page's language, or null for the source language. */
export const catalogueUrl = (): string | null => {
  const language = currentLanguage();
  const catalogue = findCatalogue(language);
  return catalogue ? `/messages/${language}?v=${versionOf(catalogue)}` : null;
};

/** Loads the messages in the page's language before the page's scripts run; renders nothing for the source language. */
export const CatalogueScript = async () => {
  const url = catalogueUrl();
  if (!url) return null;
  const nonce = (await headers()).get("x-nonce") ?? "";
  return <Script src={url} strategy="beforeInteractive" nonce={nonce} />;
};
