import { site } from "@/messages/texts/site";

const emailShape = /^[^\s@]+@(?:[^\s@.]+\.(?:[^\s@.]+\.)*[^\s@.]+|localhost)$/;

/** Catches mistakes before anything is sent; the server validates the email address fully. */
export const checkEmail = (email: string): Record<string, string> =>
  emailShape.test(email.trim()) ? {} : { email: site.signIn_.emailWrong };

export const checkNewPassword = (password: string): Record<string, string> => {
  if (password.length < 12) return { password: site.signUp.passwordShort };
  return password.length > 128 ? { password: site.signUp.passwordLong } : {};
};
