"use client";

import { ImageUp, X } from "lucide-react";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { announce } from "@/app/_ui/announcer";
import { Button } from "@/app/_ui/button";
import { notify } from "@/app/_ui/toasts";
import { service } from "@/messages/texts/service";

const { settings: texts } = service;

const pictures = ["image/png", "image/jpeg"];
const maxBytes = 1_000_000;

const readFile = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

type Props = { value: string | null; onChange: (logo: string | null) => void };

/** The logo is stored only when the form is saved. */
export const LogoField = ({ value, onChange }: Props) => {
  const choose = async (file: File | undefined) => {
    if (!file) return;
    if (!pictures.includes(file.type) || file.size > maxBytes) return notify(texts.logoWrong);
    onChange(await readFile(file));
    announce(texts.logoChosen({ name: file.name }));
  };
  const remove = () => {
    onChange(null);
    announce(texts.logoRemoved);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be a flex item
    <div role="group" aria-labelledby="logo-label" aria-describedby="logo-hint" className="flex flex-col gap-1.5">
      <p id="logo-label" className="font-semibold">
        {texts.logo}
      </p>
      <p id="logo-hint" className="text-sm text-soft">
        {texts.logoHint}
      </p>
      <div className="flex flex-wrap gap-3">
        <FileTrigger acceptedFileTypes={pictures} onSelect={(files) => choose(files?.[0])}>
          <Button icon={<ImageUp className="size-5 shrink-0" aria-hidden="true" />}>{texts.logoChoose}</Button>
        </FileTrigger>
        {value ? (
          <Button onPress={remove} icon={<X className="size-5 shrink-0" aria-hidden="true" />}>
            {texts.logoRemove}
          </Button>
        ) : null}
      </div>
    </div>
  );
};
