"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useState } from "react";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import { shared } from "./texts";

const storageKey = "curbcut-theme";
const options = [
  { id: "system", icon: Monitor },
  { id: "light", icon: Sun },
  { id: "dark", icon: Moon },
] as const;
type Theme = (typeof options)[number]["id"];

const isTheme = (value: unknown): value is Theme => options.some(({ id }) => id === value);

const apply = (theme: Theme) => {
  if (theme === "system") {
    localStorage.removeItem(storageKey);
    delete document.documentElement.dataset["theme"];
  } else {
    localStorage.setItem(storageKey, theme);
    document.documentElement.dataset["theme"] = theme;
  }
};

export const ThemeSwitch = () => {
  const [theme, setTheme] = useState<Theme>("system");
  useEffect(() => {
    const stored = document.documentElement.dataset["theme"];
    if (isTheme(stored)) setTheme(stored);
  }, []);
  return (
    <ToggleButtonGroup
      aria-label={shared.theme}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[theme]}
      onSelectionChange={(keys) => {
        const [next] = keys;
        if (!isTheme(next)) return;
        setTheme(next);
        apply(next);
      }}
      className="inline-flex rounded-md border border-control bg-surface p-0.5"
    >
      {options.map(({ id, icon: Icon }) => (
        <ToggleButton
          key={id}
          id={id}
          aria-label={shared.themes[id]}
          className="inline-flex size-11 cursor-pointer items-center justify-center rounded-md text-soft data-[selected]:bg-accent data-[selected]:text-on-accent"
        >
          <Icon className="size-5" aria-hidden="true" />
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};
