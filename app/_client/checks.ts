import { site } from "@/app/_texts/site";

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$|^[^\s@]+@localhost$/;

/** Catches slips before anything is sent; what an address is in full, the server decides. */
export const checkEmail = (email: string): Record<string, string> =>
  emailShape.test(email.trim()) ? {} : { email: site.signIn_.emailWrong };

export const checkNewPassword = (password: string): Record<string, string> => {
  if (password.length < 12) return { password: site.signUp.passwordShort };
  return password.length > 128 ? { password: site.signUp.passwordLong } : {};
};
