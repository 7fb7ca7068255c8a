/** Runs before the first paint, so that the wrong theme never flashes. The security policy contains its hash. */
export const themeScript =
  'try{const theme=localStorage.getItem("curbcut-theme");if(theme==="light"||theme==="dark")document.documentElement.dataset.theme=theme}catch{}';
