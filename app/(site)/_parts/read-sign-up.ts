import { headers } from "next/headers";

/** Reports whether anyone can create an account. The proxy passes this setting in a header. */
export const isSignUpOpen = async (): Promise<boolean> => (await headers()).get("x-sign-up") === "open";
