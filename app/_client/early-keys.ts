/** Whether the page's code handles keyboard shortcuts yet, and the shortcut that was pressed before it did. */
interface EarlyKeys {
  isReady: boolean;
  waiting: KeyboardEvent | null;
}

/**
 * Holds back Ctrl+K or ⌘K if it is pressed before the page's code has loaded: otherwise, the browser would move focus
 * to its own search field. Does so only on pages that have the search dialog, and not if keyboard shortcuts are
 * switched off. The security policy contains this script's hash.
 */
export const earlyKeysScript =
  'const keys={isReady:false,waiting:null};window.curbcutKeys=keys;addEventListener("keydown",event=>{if(keys.isReady||event.altKey||!event.ctrlKey&&!event.metaKey||event.key.toLowerCase()!=="k"||!document.querySelector("[data-search-dialog]"))return;try{if(localStorage.getItem("curbcut-shortcuts")==="off")return}catch{}event.preventDefault();keys.waiting=event},true)';

/** Marks keyboard shortcuts as handled by the page's code. Returns the shortcut that was held back. */
export const takeOverKeys = (): KeyboardEvent | null => {
  const { curbcutKeys: keys } = window as Window & { curbcutKeys?: EarlyKeys };
  if (!keys) return null;
  const { waiting } = keys;
  keys.isReady = true;
  keys.waiting = null;
  return waiting;
};
