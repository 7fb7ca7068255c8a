try {
  const theme = localStorage.getItem("curbcut-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {}
