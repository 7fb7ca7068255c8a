import { readProblem } from "@/app/_client/problem";
import { TextLink } from "@/app/_ui/text-link";

/** Reports whether a link from an email is unknown, has expired or has been used. */
export const isUsedUp = (error: unknown): boolean => ["expired", "invalid_code"].includes(readProblem(error).code);

/** Reports whether a link from an email is permanently invalid. */
export const isDeadLink = (error: unknown): boolean => isUsedUp(error) || readProblem(error).code === "invalid_input";

/** Replaces the form if the link no longer works, and says what to do instead. */
export const DeadLink = ({
  text,
  action,
  href,
}: {
  text: string;
  action: string;
  href: "/forgot-password" | "/sign-in";
}) => (
  <>
    <p className="font-semibold">{text}</p>
    <p className="mt-4">
      <TextLink href={href}>{action}</TextLink>
    </p>
  </>
);
