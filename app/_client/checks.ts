import { site } from "@/app/_texts/site";

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$|^[^\s@]+@localhost$/;

/** Catches slips before anything is sent; what an address is in full, the server decides. */
export const checkEmail = (email: string): Record<string, string> =>
  emailShape.test(email.trim()) ? {} : { email: site.signIn_.emailWrong };
