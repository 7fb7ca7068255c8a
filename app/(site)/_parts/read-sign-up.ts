import { headers } from "next/headers";

/** Reports whether anyone may create an account, as set by the proxy. */
export const isSignUpOpen = async (): Promise<boolean> => (await headers()).get("x-sign-up") === "open";
