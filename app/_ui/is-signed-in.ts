import { headers } from "next/headers";

/** Reports whether the browser has a session cookie, as seen by the proxy. The session may have ended. */
export const isSignedIn = async (): Promise<boolean> => (await headers()).get("x-signed-in") === "yes";
