"use client";

/** Loaded on demand, because pages can be rendered without it. */
const nextAuth = () => import("next-auth/react");

export const home = "/accessibility";

/**
 * Returns `next` if it is a path on this origin, otherwise the app's home page. Any other URL could lead people to a
 * malicious website after they sign in.
 */
export const safePath = (next: string | undefined): string => {
  const base = "http://curbcut.invalid";
  if (!next?.startsWith("/") || !URL.canParse(next, base)) return home;
  const { host, pathname, search, hash } = new URL(next, base);
  // "/..//elsewhere" is a path on this origin, but becomes a URL on another origin once its dots are resolved.
  const isOurs = host === "curbcut.invalid" && !pathname.startsWith("//");
  return isOurs ? `${pathname}${search}${hash}` : home;
};

/** Opens a new document, so that the app's own security policy applies from the start. */
export const openPage = (path: string) => window.location.assign(path);

/** While the user is being signed out, requests that are still in progress fail as if the session had ended. */
let isSigningOut = false;

export const goToSignIn = () => {
  if (isSigningOut) return;
  const next = `${window.location.pathname}${window.location.search}`;
  openPage(`/sign-in?ended=1&next=${encodeURIComponent(next)}`);
};

/** Signs in with a password; returns null, or the code of the error. */
export const signInByPassword = async (email: string, password: string): Promise<string | null> => {
  const { signIn } = await nextAuth();
  const result = await signIn("credentials", { email, password, redirect: false });
  return result?.ok && !result.error ? null : (result?.error ?? "internal");
};

/** Opens an identity provider's page, which redirects back to `next`. */
export const signInByProvider = async (provider: string, next: string | undefined): Promise<void> => {
  const { signIn } = await nextAuth();
  await signIn(provider, { callbackUrl: safePath(next) });
};

/** Signs out and clears everything that this origin stores in the browser, except the theme and shortcut settings. */
export const signOutHere = async (path = "/") => {
  const { signOut } = await nextAuth();
  const preferences = Object.entries(localStorage).filter(([name]) => name.startsWith("curbcut-"));
  isSigningOut = true;
  await signOut({ redirect: false }).catch((error: unknown) => {
    isSigningOut = false;
    throw error;
  });
  for (const [name, value] of preferences) localStorage.setItem(name, value);
  openPage(path);
};

/** Extends the session: requesting the session renews its token. */
export const prolongSession = async () => {
  const { getSession } = await nextAuth();
  await getSession();
};

let remembered: { email: string; password: string } | null = null;

/**
 * Remembers the password in this tab's memory only, so that users who confirm their email right after signing up are
 * also signed in.
 */
export const rememberPassword = (email: string, password: string) => {
  remembered = { email, password };
};

export const recallPassword = (email: string): string | null => {
  const password = remembered?.email === email ? remembered.password : null;
  remembered = null;
  return password;
};
