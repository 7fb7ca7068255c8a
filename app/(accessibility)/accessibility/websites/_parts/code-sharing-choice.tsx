"use client";

import { useId } from "react";
import { fixes as texts } from "@/app/_texts/fixes";
import { Checkbox } from "@/app/_ui/choices";

/** Field `allow_code_sharing`, "yes" when code may leave. */
export const CodeSharingChoice = ({ defaultSelected }: { defaultSelected: boolean }) => {
  const hint = useId();
  return (
    <div>
      <Checkbox name="allow_code_sharing" value="yes" defaultSelected={defaultSelected} aria-describedby={hint}>
        {texts.sharing}
      </Checkbox>
      <p id={hint} className="pl-9 text-sm text-soft">
        {texts.sharingHint}
      </p>
    </div>
  );
};
