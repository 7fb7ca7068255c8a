"use client";

import { useId, useState } from "react";
import { elements as texts } from "@/messages/texts/elements";
import { describeState, describeStripPicture } from "@/server/domains/audits/rules";
import { PictureOutline } from "./picture-outline";
import type { Finding } from "./use-triage";

type Pictures = NonNullable<Finding["strip"]>;
type Accessibility = Pick<Finding, "accessibility">;

/** The element in different states of the page, side by side, each with a caption. */
export const FindingStrip = ({ strip, accessibility }: { strip: Pictures } & Accessibility) => {
  const title = useId();
  return (
    <section aria-labelledby={title} className="mb-4">
      <h4 id={title} className="mb-2 text-sm text-soft">
        {texts.strip.title}
      </h4>
      <div className="flex flex-wrap items-start gap-4">
        {strip.map((picture) => (
          <StripPicture key={picture.url} picture={picture} accessibility={accessibility} />
        ))}
      </div>
    </section>
  );
};

const StripPicture = ({ picture, accessibility }: { picture: Pictures[number] } & Accessibility) => {
  const [hasFailed, setHasFailed] = useState(false);
  const { url, width, height, box } = picture;
  return (
    <figure className="min-w-0 max-w-full">
      {hasFailed ? (
        <p className="text-sm text-soft">{texts.strip.failed}</p>
      ) : (
        <div
          dir="ltr"
          className="relative max-w-full overflow-hidden rounded-md border border-line bg-raised"
          style={{ aspectRatio: `${width} / ${height}`, width: Math.min(width, 560) }}
        >
          {/* biome-ignore lint/performance/noImgElement: the picture is already as small as it can be */}
          <img
            src={new URL(url).pathname}
            alt={describeStripPicture(picture, accessibility)}
            loading="lazy"
            decoding="async"
            className="size-full"
            onError={() => setHasFailed(true)}
          />
          {box ? <PictureOutline box={box} within={{ x: 0, y: 0, width, height }} /> : null}
        </div>
      )}
      <figcaption className="mt-1 text-sm">{describeState(picture)}</figcaption>
    </figure>
  );
};
