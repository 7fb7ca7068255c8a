import type { ActionKind } from "../sign-in/action-words";

/** Why a step can't be performed. The message is a sentence to show to people. */
export class JourneyFailure extends Error {
  override readonly name = "JourneyFailure";
}

const acts: Readonly<Record<ActionKind, string>> = {
  delete: "delete something",
  pay: "pay for or order something",
  send: "send or publish something",
  sign_out: "sign out",
};

/** Returns an error that says which action of a step was stopped, and how to allow the action. */
export const refuseAction = (kind: ActionKind): JourneyFailure =>
  new JourneyFailure(
    `It may ${acts[kind]}, so it wasn't performed. If the journey is meant to do this, add "${kind}" to the step's allow.`,
  );
