"use client";

/** Loaded when it is needed: no page waits for it to be drawn. */
const nextAuth = () => import("next-auth/react");

export const home = "/accessibility";

/** A path of this origin, or the app's start; anything else would send people elsewhere after signing in. */
export const safePath = (next: string | undefined): string => {
  const base = "http://curbcut.invalid";
  if (!next?.startsWith("/") || !URL.canParse(next, base)) return home;
  const { host, pathname, search, hash } = new URL(next, base);
  // "/..//elsewhere" is a path of this origin, and once its dots are resolved an address of another one.
  const isOurs = host === "curbcut.invalid" && !pathname.startsWith("//");
  return isOurs ? `${pathname}${search}${hash}` : home;
};

/** A new document, so that the app's own security policy applies from its first byte. */
export const openPage = (path: string) => window.location.assign(path);

export const goToSignIn = () => {
  const next = `${window.location.pathname}${window.location.search}`;
  openPage(`/sign-in?ended=1&next=${encodeURIComponent(next)}`);
};

/** Signs in by password; answers null, or the code of what failed. */
export const signInByPassword = async (email: string, password: string): Promise<string | null> => {
  const { signIn } = await nextAuth();
  const result = await signIn("credentials", { email, password, redirect: false });
  return result?.ok && !result.error ? null : (result?.error ?? "internal");
};

/** Goes to an identity provider's own page, and from there to `next`. */
export const signInByProvider = async (provider: string, next: string | undefined): Promise<void> => {
  const { signIn } = await nextAuth();
  await signIn(provider, { callbackUrl: safePath(next) });
};

export const signOutHere = async (callbackUrl = "/") => {
  const { signOut } = await nextAuth();
  await signOut({ callbackUrl });
};

/** Asking for the session signs its token anew and lets it live longer. */
export const prolongSession = async () => {
  const { getSession } = await nextAuth();
  await getSession();
};

let remembered: { email: string; password: string } | null = null;

/** Kept in memory of this tab only, so that confirming the address right after signing up ends signed in. */
export const rememberPassword = (email: string, password: string) => {
  remembered = { email, password };
};

export const takePassword = (email: string): string | null => {
  const password = remembered?.email === email ? remembered.password : null;
  remembered = null;
  return password;
};
