"use client";

import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Disclosure as AriaDisclosure, DisclosurePanel } from "react-aria-components/Disclosure";
import { Heading } from "react-aria-components/Heading";

type Props = { title: string; level: 3 | 4; children: ReactNode };

/** Content that stays hidden until the reader opens it. */
export const Disclosure = ({ title, level, children }: Props) => (
  <AriaDisclosure className="mt-3">
    <Heading level={level} className="text-base font-normal tracking-normal">
      <Button
        slot="trigger"
        className="group link inline-flex min-h-11 cursor-pointer items-center gap-1 rounded-md font-medium"
      >
        <ChevronRight
          className="size-4 shrink-0 group-aria-expanded:rotate-90 rtl:-scale-x-100 rtl:group-aria-expanded:-rotate-90"
          aria-hidden="true"
        />
        {title}
      </Button>
    </Heading>
    <DisclosurePanel>
      <div className="prose pb-2 text-soft">{children}</div>
    </DisclosurePanel>
  </AriaDisclosure>
);
