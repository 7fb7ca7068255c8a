import { LogIn } from "lucide-react";
import { searchPerf as texts } from "@/app/_texts/search-perf";
import { buttonStyle } from "@/app/_ui/button-style";
import { EmptyState } from "@/app/_ui/states";

type Props = { wasRevoked: boolean; mayConnect: boolean };

/** Asks for the connection; the link leaves the app, so it is no link of Next's. */
export const Connect = ({ wasRevoked, mayConnect }: Props) => (
  <EmptyState
    title={wasRevoked ? texts.revokedTitle : texts.connectTitle}
    action={
      mayConnect ? (
        <a href="/api/search-perf/auth" className={buttonStyle("primary")}>
          <LogIn className="size-5" aria-hidden="true" />
          {wasRevoked ? texts.connectAgain : texts.connect}
        </a>
      ) : undefined
    }
  >
    <p>{wasRevoked ? texts.revokedText : texts.connectText}</p>
    {mayConnect ? null : <p className="mt-2">{texts.askSomebody}</p>}
  </EmptyState>
);
