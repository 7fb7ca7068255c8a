import { createEmulator } from "emulate";
import type { ProviderId } from "@/server/domains/identity/auth/provider-ids";
import type { Browser } from "./browser";
import { configure } from "./configure";
import { freePort } from "./free-port";

export interface Person {
  email: string;
  name: string;
  /** Only the emulated Google can report an email address as unverified. */
  email_verified?: boolean;
}

const [client_id, client_secret] = ["curbcut-tests", "known to tests alone"];
const callbackOf = (provider: ProviderId): string => `http://localhost:8000/api/auth/callback/${provider}`;

const loginOf = ({ email }: Person): string => email.replace(/@.*/, "");

const app = (provider: ProviderId) => ({
  client_id,
  client_secret,
  name: "Curbcut",
  redirect_uris: [callbackOf(provider)],
});

const emulators = {
  google: (port: number, users: Person[]) =>
    createEmulator({ service: "google", port, seed: { google: { users, oauth_clients: [app("google")] } } }),
  github: (port: number, people: Person[]) => {
    const users = people.map((person) => ({ ...person, login: loginOf(person) }));
    return createEmulator({ service: "github", port, seed: { github: { users, oauth_apps: [app("github")] } } });
  },
  "azure-ad": (port: number, users: Person[]) =>
    createEmulator({ service: "microsoft", port, seed: { microsoft: { users, oauth_clients: [app("azure-ad")] } } }),
};

const turnOn: Readonly<Record<ProviderId, (url: string) => void>> = {
  google: (url) =>
    configure({ GOOGLE_CLIENT_ID: client_id, GOOGLE_CLIENT_SECRET: client_secret, GOOGLE_BASE_URL: url }),
  github: (url) =>
    configure({ GITHUB_ID: client_id, GITHUB_SECRET: client_secret, GITHUB_BASE_URL: url, GITHUB_API_URL: url }),
  "azure-ad": (url) =>
    configure({
      AZURE_AD_CLIENT_ID: client_id,
      AZURE_AD_CLIENT_SECRET: client_secret,
      AZURE_AD_BASE_URL: url,
      // The emulator's own tenant; with "common", no email address would count as verified.
      AZURE_AD_TENANT_ID: "9188040d-6c67-4c5b-b112-36a304b66dad",
    }),
};

const turnOff = { google: "GOOGLE_CLIENT_ID", github: "GITHUB_ID", "azure-ad": "AZURE_AD_CLIENT_ID" } as const;

const unescapeHtml = (text: string): string =>
  text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");

/** Clicks a person's button on the provider's page. Returns the URL that the provider redirects the browser to. */
const choosePerson = async (page: string, html: string, { email }: Person): Promise<string> => {
  const forms = [...html.matchAll(/<form[\s\S]*?<\/form>/g)].map(([form]) => form);
  const form = forms.find((each) => each.includes(email));
  if (!form) throw new Error(`The provider has no account for ${email}: ${html.slice(0, 500)}`);
  const action = unescapeHtml(/action="([^"]+)"/.exec(form)?.[1] ?? "");
  const fields = [...form.matchAll(/name="([^"]+)"[^>]*?value="([^"]*)"/g)];
  const body = new URLSearchParams(fields.map(([, name = "", value = ""]) => [name, unescapeHtml(value)]));
  const answer = await fetch(new URL(action, page), { method: "POST", body, redirect: "manual" });
  return answer.headers.get("location") ?? "";
};

/** Starts an emulated identity provider with these people, and enables it in this process. */
export const startIdentityProvider = async (provider: ProviderId, people: Person[]) => {
  const emulator = await emulators[provider](await freePort(), people);
  turnOn[provider](emulator.url);

  /** Opens the provider's page, as the sign-in button does. */
  const open = async (browser: Browser, callbackUrl = "/accessibility"): Promise<string> => {
    const csrfToken = await browser.csrfToken();
    const response = await browser.post(`/api/auth/signin/${provider}`, { csrfToken, callbackUrl, json: "true" });
    return ((await response.json()) as { url: string }).url;
  };

  return {
    open,
    /** Goes through the whole sign-in. Returns the URL that our callback redirects the browser to. */
    signIn: async (browser: Browser, person: Person, callbackUrl?: string): Promise<string> => {
      const page = await open(browser, callbackUrl);
      const callback = new URL(await choosePerson(page, await (await fetch(page)).text(), person));
      const response = await browser.get(`${callback.pathname}${callback.search}`);
      return response.headers.get("location") ?? "";
    },
    stop: async (): Promise<void> => {
      configure({ [turnOff[provider]]: undefined });
      await emulator.close();
    },
  };
};
