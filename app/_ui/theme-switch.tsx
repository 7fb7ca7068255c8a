"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import { shared } from "@/messages/texts/shared";
import { applyTheme, isTheme, onThemeChange, readTheme, themes } from "./theme";

const icons = { system: Monitor, light: Sun, dark: Moon };

export const ThemeSwitch = () => {
  const theme = useSyncExternalStore(onThemeChange, readTheme, () => "system" as const);
  return (
    <ToggleButtonGroup
      aria-label={shared.theme}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[theme]}
      onSelectionChange={(keys) => {
        const [next] = keys;
        if (isTheme(next)) applyTheme(next);
      }}
      className="inline-flex rounded-md border border-control bg-surface p-0.5"
    >
      {themes.map((id) => {
        const Icon = icons[id];
        return (
          <ToggleButton
            key={id}
            id={id}
            aria-label={shared.themes[id]}
            className="inline-flex size-11 cursor-pointer items-center justify-center rounded-md text-soft data-[selected]:bg-accent data-[selected]:text-on-accent"
          >
            <Icon className="size-5" aria-hidden="true" />
          </ToggleButton>
        );
      })}
    </ToggleButtonGroup>
  );
};
