const storageKey = "curbcut-theme";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value);

const listeners = new Set<() => void>();

export const onThemeChange = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const readTheme = (): Theme => {
  const chosen = document.documentElement.dataset["theme"];
  return isTheme(chosen) ? chosen : "system";
};

/** Applies a theme and remembers it on this device. */
export const applyTheme = (theme: Theme) => {
  if (theme === "system") {
    localStorage.removeItem(storageKey);
    delete document.documentElement.dataset["theme"];
  } else {
    localStorage.setItem(storageKey, theme);
    document.documentElement.dataset["theme"] = theme;
  }
  for (const listener of listeners) listener();
};
