"use client";

import { useId, useState } from "react";
import { elements as texts } from "@/messages/texts/elements";
import { describeState, describeStripPicture } from "@/server/domains/audits/rules";
import { PictureFrame } from "./picture-frame";
import type { Finding } from "./use-triage";

type Pictures = NonNullable<Finding["strip"]>;
/** In CSS pixels. Pictures of the whole window are scaled down to this width. */
const MAX_WIDTH = 560;

type Accessibility = Pick<Finding, "accessibility">;

/** Pictures of the element in different states of the page, side by side, each with a caption. */
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
        <PictureFrame
          url={url}
          alt={describeStripPicture(picture, accessibility)}
          size={{ width, height }}
          part={{ x: 0, y: 0, width, height }}
          width={Math.min(width, MAX_WIDTH)}
          box={box}
          onError={() => setHasFailed(true)}
        />
      )}
      <figcaption className="mt-1 text-sm">{describeState(picture)}</figcaption>
    </figure>
  );
};
