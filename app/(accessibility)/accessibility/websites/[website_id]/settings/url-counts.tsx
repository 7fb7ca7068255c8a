"use client";

import type { Outputs } from "@/app/_client/trpc";
import { websites } from "@/messages/texts/websites";

const { urlList: texts } = websites;

type Counts = Pick<Outputs["urlLists"]["check"], "urls" | "groups" | "most_scanned">;

/** The number of URLs in a list, in total and by group, and how many of them an audit scans. */
export const UrlCounts = ({ counts: { urls, groups, most_scanned } }: { counts: Counts }) => (
  <>
    <p className="font-semibold">{texts.urls({ urls })}</p>
    {most_scanned < urls ? <p className="mt-1">{texts.mostScanned({ urls: most_scanned })}</p> : null}
    {groups.some(({ name }) => name !== null) ? (
      <>
        <p className="mt-3 text-sm text-soft">{texts.groups}</p>
        <ul className="mt-1 list-disc ps-5">
          {groups.map(({ name, urls: size }) => (
            <li key={name ?? ""} className="wrap-anywhere">
              {texts.group({ name: name ?? texts.noGroup, urls: size })}
            </li>
          ))}
        </ul>
      </>
    ) : null}
  </>
);
