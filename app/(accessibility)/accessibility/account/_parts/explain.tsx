import { isRecord, readProblem } from "@/app/_client/problem";
import { FormProblem } from "@/app/_ui/form";
import { account } from "@/messages/texts/account";

const { page: texts } = account;

const needsSignIn = (error: unknown): boolean => {
  const { code, details } = readProblem(error);
  return code === "forbidden" && isRecord(details) && details["reason"] === "sign_in_again";
};

/** If the error means that the user must sign in again, returns a message with a link; otherwise, returns the error. */
export const explainSignIn = (error: unknown): unknown =>
  needsSignIn(error)
    ? new FormProblem(
        <>
          {texts.signInAgain}{" "}
          <a className="underline underline-offset-2" href="/sign-in?next=%2Faccessibility%2Faccount">
            {texts.signInAgainLink}
          </a>
        </>,
      )
    : error;
