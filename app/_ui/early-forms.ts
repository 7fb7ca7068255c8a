/** Forms that the page's code already handles, and the last form that was submitted before that code had loaded. */
interface EarlyForms {
  ready: WeakSet<EventTarget>;
  waiting: EventTarget | null;
}

/**
 * Holds back a form that is submitted before the page's code has loaded: otherwise, the browser would submit it, with
 * any password in the URL. The security policy contains this script's hash.
 */
export const earlyFormsScript =
  'const forms={ready:new WeakSet,waiting:null};window.curbcutForms=forms;addEventListener("submit",event=>{if(forms.ready.has(event.target))return;event.preventDefault();forms.waiting=event.target},true)';

/** Marks a form as handled by the page's code, and submits it if it was held back. */
export const takeOverForm = (form: HTMLFormElement): void => {
  const { curbcutForms: forms } = window as Window & { curbcutForms?: EarlyForms };
  if (!forms) return;
  forms.ready.add(form);
  if (forms.waiting !== form) return;
  forms.waiting = null;
  form.requestSubmit();
};
