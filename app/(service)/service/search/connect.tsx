import { LogIn } from "lucide-react";
import { buttonStyle } from "@/app/_ui/button-style";
import { EmptyState } from "@/app/_ui/states";
import { searchPerf as texts } from "@/messages/texts/search-perf";

type Props = { wasRevoked: boolean; mayConnect: boolean };

/** Offers to connect Search Console. Uses a plain link, not Next.js's `Link`, because it leads outside the app. */
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
    {mayConnect ? null : <p className="mt-2">{texts.askOwner}</p>}
  </EmptyState>
);
