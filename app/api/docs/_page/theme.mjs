const chosen = localStorage.getItem("curbcut-theme");
if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
