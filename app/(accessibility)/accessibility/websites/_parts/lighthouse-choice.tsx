"use client";

import { useId } from "react";
import { websites } from "@/app/_texts/websites";
import { Checkbox } from "@/app/_ui/choices";

const { add: texts } = websites;

/** Field `lighthouse`, "yes" when it is wanted. */
export const LighthouseChoice = ({ defaultSelected = false }: { defaultSelected?: boolean }) => {
  const hint = useId();
  return (
    <div>
      <Checkbox name="lighthouse" value="yes" defaultSelected={defaultSelected} aria-describedby={hint}>
        {texts.lighthouse}
      </Checkbox>
      <p id={hint} className="pl-9 text-sm text-soft">
        {texts.lighthouseHint}
      </p>
    </div>
  );
};
