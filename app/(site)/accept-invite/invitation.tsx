"use client";

import { useQuery } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { useTRPC } from "@/app/_client/trpc";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { TextLink } from "@/app/_ui/text-link";
import { account } from "@/messages/texts/account";
import { JoinForm } from "./join-form";

const { invite: texts } = account;

/** Explains why an invitation can't be used; returns null for any other error. */
const whyDead = (code: string): string | null => {
  if (code === "expired") return texts.expired;
  return code === "invalid_code" || code === "invalid_input" ? texts.unknown : null;
};

/** Returns the email address of the signed-in user, if any: an invitation may be for someone else. */
const useSignedInAs = (enabled: boolean): string | null => {
  const trpc = useTRPC();
  const me = useQuery({ ...trpc.users.me.queryOptions({}), retry: false, enabled });
  return me.data?.email ?? null;
};

type Props = { token: string; mayBeSignedIn: boolean };

export const Invitation = ({ token, mayBeSignedIn }: Props) => {
  const trpc = useTRPC();
  const invite = useQuery(trpc.users.pendingInvite.queryOptions({ token }));
  const signedInAs = useSignedInAs(mayBeSignedIn);
  if (invite.isPending) return <Skeleton heights={[52, 52, 44]} />;
  if (invite.isError) {
    const dead = whyDead(readProblem(invite.error).code);
    if (!dead) return <FailedState error={invite.error} onRetry={() => invite.refetch()} />;
    return (
      <>
        <p className="font-semibold">{dead}</p>
        <p className="mt-4">
          <TextLink href="/">{texts.home}</TextLink>
        </p>
      </>
    );
  }
  const { inviter, organisation, role, email } = invite.data;
  const isOther = signedInAs !== null && signedInAs !== email;
  return (
    <>
      <p className="break-words mb-6">
        {inviter
          ? texts.lead({ inviter, organisation, role: texts.roles[role] })
          : texts.leadUnknown({ organisation, role: texts.roles[role] })}
      </p>
      <dl className="card mb-6 p-5">
        <dt className="text-soft">{texts.address}</dt>
        <dd className="wrap-anywhere font-medium">{email}</dd>
      </dl>
      {isOther ? (
        <p className="wrap-anywhere mb-6 font-semibold">{texts.otherAccount({ mine: signedInAs, invited: email })}</p>
      ) : null}
      <JoinForm token={token} invite={invite.data} isSignedIn={signedInAs === email} />
    </>
  );
};
