import { sendPasswordReset as mail } from "@/server/domains/identity/sign-in";

/** Emails a link to reset the password, as the job does. */
export const sendPasswordReset = (email: string): Promise<number> => mail({ email, request_id: crypto.randomUUID() });
