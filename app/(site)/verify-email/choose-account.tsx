"use client";

import { useState } from "react";
import { readProblem } from "@/app/_client/problem";
import { FormProblem } from "@/app/_ui/form";
import { site } from "@/messages/texts/site";
import { checkNewAccount, NameField, NewPasswordField } from "../_parts/new-account";

const { verify: texts } = site;

type Values = Record<string, string>;

export type Chosen = { name?: string; password?: string };

const isPasswordMissing = (error: unknown): boolean =>
  readProblem(error).fields.some(({ path }) => path === "password");

/**
 * If the sign-up happened in another browser, someone else may have started it. The person who confirms it therefore
 * chooses a name and password here. The fields appear once the server has refused to confirm the sign-up without them.
 */
export const useChosenAccount = () => {
  const [isChoosing, setChoosing] = useState(false);
  const check = (values: Values): Values => (isChoosing ? checkNewAccount(values) : {});
  const read = ({ name = "", password = "" }: Values): Chosen => (isChoosing ? { name: name.trim(), password } : {});
  const explain = (error: unknown): unknown => {
    if (isChoosing || !isPasswordMissing(error)) return error;
    setChoosing(true);
    return new FormProblem(texts.choose);
  };
  const fields = isChoosing ? (
    <>
      <NameField />
      <NewPasswordField />
    </>
  ) : null;
  return { check, read, explain, fields };
};
