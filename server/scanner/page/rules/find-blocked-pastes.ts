import type { Outcome } from "./own-rule";

/**
 * Runs in the page: pastes text into up to five login fields, with an event that scripts can cancel and that doesn't
 * change the field by itself. Returns the outcomes of the fields. A field doesn't pass if a script cancels the event
 * without entering the text; it needs review if the page may not be a login page, or may offer another way to log in.
 */
export const findBlockedPastes = async (): Promise<{ element: Element; outcome: Outcome }[]> => {
  const tokens = ["current-password", "one-time-code"];
  const loginWords = /log ?in|sign ?in|log ?on|anmeld|einlog|connexion|connecter|iniciar|acced|accedi|entrar|inlog/i;
  const otherWords =
    /register|sign ?up|create|new password|repeat|confirm|registr|neues|wiederhol|inscri|crear|nouveau|google|apple|facebook|microsoft|github|passkey|single sign|sso|link by email|magic/i;
  const isField = (element: Element): element is HTMLInputElement => {
    if (!(element instanceof HTMLInputElement) || element.disabled || element.readOnly) return false;
    const purpose = element.autocomplete.split(/\s+/).at(-1) ?? "";
    const isSecret = element.type === "password" && purpose !== "new-password" && !purpose.startsWith("cc-");
    return (isSecret || tokens.includes(purpose)) && element.checkVisibility({ checkVisibilityCSS: true });
  };
  const outcomeOf = (field: HTMLInputElement): Outcome => {
    const purpose = field.autocomplete.split(/\s+/).at(-1) ?? "";
    const secrets = pageTree.findAll("input[type=password]").length;
    const buttons = pageTree.findAll("input[type=submit]").map((each) => each.getAttribute("value"));
    const cut = [document.title, pageTree.readText().slice(0, 19_000), ...buttons].join(" ").slice(0, 20_000);
    const isLogin = tokens.includes(purpose) || (secrets === 1 && loginWords.test(cut));
    return isLogin && secrets <= 1 && !otherWords.test(cut) ? false : undefined;
  };
  const valuesOf = (): string =>
    pageTree
      .findAll("input")
      .slice(0, 100)
      .map((input) => input.value.slice(0, 100))
      .join("\n");
  const isCancelled = async (field: HTMLInputElement): Promise<boolean> => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "419028");
    const before = valuesOf();
    const entered = new Map(
      pageTree
        .findAll<HTMLInputElement>("input:not([type=file])")
        .slice(0, 100)
        .map((each) => [each, each.value] as const),
    );
    const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true, composed: true, clipboardData });
    const isAllowed = field.dispatchEvent(event);
    if (isAllowed) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
    const isSame = valuesOf() === before;
    for (const [input, value] of entered) if (input.value !== value) input.value = value;
    return isSame;
  };
  const tested: { element: Element; outcome: Outcome }[] = [];
  const fields = pageTree.findAll("input").slice(0, 500).filter(isField).slice(0, 5);
  for (const field of fields)
    tested.push({ element: field, outcome: (await isCancelled(field)) ? outcomeOf(field) : true });
  return tested;
};
