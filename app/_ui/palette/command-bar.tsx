"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useCallback, useState } from "react";
import { Button } from "react-aria-components/Button";
import { useShortcut } from "@/app/_client/shortcuts";
import { shell } from "@/messages/texts/shell";

/** Loaded when first opened, because most visits don't need it. */
const Palette = dynamic(async () => (await import("./palette")).Palette);
const KeysDialog = dynamic(async () => (await import("./keys-dialog")).KeysDialog);

type Shown = "palette" | "keys" | null;

/** The button and key that open the command palette, and the list of keyboard shortcuts. */
export const CommandBar = () => {
  const [shown, setShown] = useState<Shown>(null);
  const [wasShown, setWasShown] = useState({ palette: false, keys: false });
  const show = useCallback((next: Exclude<Shown, null>) => {
    setWasShown((before) => ({ ...before, [next]: true }));
    setShown(next);
  }, []);
  const showPalette = useCallback(() => show("palette"), [show]);
  const showKeys = useCallback(() => show("keys"), [show]);
  useShortcut("palette", showPalette);
  useShortcut("help", showKeys);
  const follow = (name: Exclude<Shown, null>) => (isOpen: boolean) => {
    if (isOpen) show(name);
    else setShown((now) => (now === name ? null : now));
  };
  return (
    <>
      <Button
        onPress={showPalette}
        aria-label={shell.palette.open}
        data-search-dialog
        className="inline-flex min-h-11 min-w-11 shrink-0 cursor-pointer items-center justify-center gap-2 rounded-md border border-control bg-surface px-2.5 text-soft data-[hovered]:bg-raised data-[hovered]:text-ink lg:w-full lg:justify-start lg:px-3"
      >
        <Search className="size-5 shrink-0" aria-hidden="true" />
        <span className="max-lg:sr-only">{shell.palette.open}</span>
      </Button>
      {wasShown.palette ? (
        <Palette isOpen={shown === "palette"} onOpenChange={follow("palette")} onShowKeys={showKeys} />
      ) : null}
      {wasShown.keys ? <KeysDialog isOpen={shown === "keys"} onOpenChange={follow("keys")} /> : null}
    </>
  );
};
