/**
 * Reports whether text or a URL contains words for signing out. Also runs in the page. Words such as "logout" may be
 * part of a longer word.
 */
export const mentionsSignOut = (text: string): boolean =>
  /logout|signout|logoff|signoff|(?<!\p{L})(?:(?:log|sign)[\s_-](?:out|off)|end[\s_-]session|abmelden|abmeldung|ausloggen|d[ée]connecter|d[ée]connexion|cerrar.sesi[óo]n|desconectar(?:se)?|salir|esci|disconnett\p{L}*|disconnect|uitloggen|afmelden|sair|(?:terminar|encerrar).sess[ãa]o|logga.ut|log.ud|log.af|logg.ut|kirjaudu.ulos|wyloguj|odhl[áa]sit|çıkış.yap|oturumu.kapat|выйти|выход)(?!\p{L})|ログアウト|サインアウト|退出登录|登出|注销|로그아웃/u.test(
    text.toLowerCase(),
  );

/**
 * Runs in the page: reports whether pressing an element may sign people out. Some pages do so without a request, by
 * deleting the data that they have stored in the browser.
 */
export const signsOut = (element: Element, mentions: typeof mentionsSignOut): boolean => {
  const named = ["id", "aria-label", "title"].map((name) => (element.getAttribute(name) ?? "").slice(0, 100));
  const text = (element.textContent ?? "").slice(0, 300).trim();
  return [...named, text.length <= 60 ? text : ""].some(mentions);
};
