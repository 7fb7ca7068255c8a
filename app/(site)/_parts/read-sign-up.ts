import { headers } from "next/headers";

/** Reports whether people can create an account without an invitation. The proxy passes this setting in a header. */
export const isSignUpOpen = async (): Promise<boolean> => (await headers()).get("x-sign-up") === "open";
