import { isRecord, readProblem } from "@/app/_client/problem";
import { account } from "@/app/_texts/account";
import { FormProblem } from "@/app/_ui/form";

const { page: texts } = account;

const needsSignIn = (error: unknown): boolean => {
  const { code, details } = readProblem(error);
  return code === "forbidden" && isRecord(details) && details["reason"] === "sign_in_again";
};

/** For who has no password, a fresh sign-in stands for it: says where. Any other failure stays what it is. */
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
