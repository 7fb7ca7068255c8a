import { headers } from "next/headers";

/** Reports whether anyone can create an account, as set by the proxy. */
export const isSignUpOpen = async (): Promise<boolean> => (await headers()).get("x-sign-up") === "open";
