"use client";

import { Button } from "@/app/_ui/button";
import { TextField } from "@/app/_ui/text-field";
import { service } from "@/messages/texts/service";
import { contrastWithWhite, readableOnWhite, textContrast } from "@/server/core/contrast";

const { settings: texts } = service;

/** Returns a colour in its stored form, or null if the text isn't a colour. */
export const readColour = (typed: string): string | null => {
  const text = typed.trim().toLowerCase();
  const full = text.startsWith("#") ? text : `#${text}`;
  return /^#[0-9a-f]{6}$/.test(full) ? full : null;
};

type Props = { value: string; onChange: (value: string) => void };

export const AccentField = ({ value, onChange }: Props) => {
  const colour = readColour(value);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-end gap-3">
        <div className="min-w-0 flex-1">
          <TextField
            name="accent"
            label={texts.accent}
            hint={texts.accentHint}
            value={value}
            onChange={onChange}
            autoComplete="off"
            spellCheck="false"
          />
        </div>
        <input
          type="color"
          aria-label={texts.accentPick}
          value={colour ?? "#3730a3"}
          onChange={(event) => onChange(event.target.value)}
          className="size-11 shrink-0 cursor-pointer rounded-md border border-control bg-surface p-1"
        />
      </div>
      <ContrastNote colour={colour} onUse={onChange} />
    </div>
  );
};

/** A polite live region that updates as the colour changes. */
const ContrastNote = ({ colour, onUse }: { colour: string | null; onUse: (colour: string) => void }) => {
  const ratio = colour ? contrastWithWhite(colour) : null;
  const isLow = ratio !== null && ratio < textContrast;
  const said = ratio === null ? "" : (Math.floor(ratio * 100) / 100).toFixed(2);
  const shade = colour && isLow ? readableOnWhite(colour, textContrast) : null;
  return (
    <>
      <p role="status" className={isLow ? "text-sm font-semibold text-critical" : "text-sm text-soft"}>
        {said === "" ? "" : isLow ? texts.accentLow({ ratio: said }) : texts.accentFine({ ratio: said })}
      </p>
      {shade ? (
        <div>
          <Button
            icon={
              <span aria-hidden="true" className="size-5 rounded border border-control" style={{ background: shade }} />
            }
            onPress={() => onUse(shade)}
          >
            {texts.accentUse({ colour: shade })}
          </Button>
        </div>
      ) : null}
    </>
  );
};
