import { getDatabase } from "@/server/adapters/database";
import { AppError } from "@/server/core/errors";
import { checkPassword } from "./password";

/**
 * The user of an address and a password. Throws `invalid_credentials`, with the same text after the same time whether
 * the address is unknown or the password wrong, and `email_not_verified` only to who knows the password.
 */
export const checkCredentials = async (email: string, password: string): Promise<{ id: string }> => {
  const { prisma } = await getDatabase();
  const user = await prisma.user.findUnique({ where: { email } });
  const isRight = await checkPassword(password, user?.password_hash ?? null);
  if (!user || !isRight) throw new AppError("invalid_credentials", "The e-mail address or the password is wrong.");
  if (!user.email_verified_at)
    throw new AppError("email_not_verified", "Please verify your e-mail address first; we sent you a mail.");
  return { id: user.id };
};
