/** Runs before the first paint, so that the wrong theme never flashes. The script's hash is in the security policy. */
export const themeScript =
  'try{const theme=localStorage.getItem("curbcut-theme");if(theme==="light"||theme==="dark")document.documentElement.dataset.theme=theme}catch{}';
