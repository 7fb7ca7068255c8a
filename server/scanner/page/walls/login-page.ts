import { type Clues, countWords, hasNavigation, isBare, isPhrase, mentions } from "./clues";
import { loginRequired, logins } from "./phrases/login-page";
import { countSpare, type WallKind } from "./wall-kind";

const loginPath =
  / (?:login|logon|signin|sign in|log in|signon|sign on|authenticate|authentication|servicelogin|sso|auth|oauth2?|authorize|openid connect|saml2?|wayf|discovery|shibboleth|idp|cas|wp login|password|passwort|register|registration|registrieren|signup|sign up|join|anmelden|anmeldung|einloggen|connexion|identification|inscription|iniciar sesion|acceso|registro|accedi|accesso|registrati|inloggen|aanmelden|registreren|entrar|acessar|cadastro|sessions?|logowanie|zaloguj|users sign in|members?|account|konto|accounts) /;

const strictLoginPath =
  / (?:login|logon|signin|sign in|log in|signon|servicelogin|sso|oauth2?|saml2?|authenticate|authorize|wp login|anmelden|anmeldung|einloggen|connexion|iniciar sesion|accedi|inloggen|aanmelden|entrar|acessar|zaloguj) /;

/** Paths of login and registration pages. If such a page was requested, its form isn't a wall. */
const requestedLogin =
  / (?:login|logon|signin|sign in|log in|signon|sso|auth|wp login|wp admin|register|registration|registrieren|signup|sign up|anmelden|anmeldung|einloggen|connexion|inscription|iniciar sesion|accedi|registrati|inloggen|aanmelden|registreren|entrar|acessar|cadastro|zaloguj) /;

/** Parameters in which login pages store where to go afterwards. */
const returnParameter =
  /[?&](?:next|return|return_?url|return_?to|redirect|redirect_?to|redirect_?ur[il]|rurl|continue|dest|destination|target|from|goto|back|back_?url|service|ref|callback|callback_?url|url|msg|reason)=/i;

/** Parameters of protocols for single sign-on. */
const protocolParameter = /[?&](?:client_id|samlrequest|entityid|response_type|wtrealm|wa|relaystate)=/i;

const isLoginAddress = ({ path, finalUrl }: Clues): boolean =>
  strictLoginPath.test(path) || protocolParameter.test(finalUrl);

const saysLogin = (page: Clues): boolean =>
  mentions(page.title, logins) || page.headings.some((text) => mentions(text, logins));

const offersLogin = ({ buttons, links }: Clues): boolean =>
  [...buttons, ...links.map(({ text }) => text)].some((text) => countWords(text) <= 6 && mentions(text, logins));

const hasPassword = ({ facts }: Clues): boolean => facts.fields.includes("password");

/** Reports whether a page has a form with few fields, such as one that first asks for the username or organisation. */
const requestsName = ({ facts }: Clues): boolean =>
  facts.fields.some((type) => ["text", "email", "tel", "select"].includes(type)) && facts.fields.length <= 3;

/** Returns a URL without its query, which may contain a token. */
const withoutQuery = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
};

/** Reports whether visitors expect a login form at this path, such as on the home page of an internal application. */
const isLoginExpected = ({ requestedPath, url }: Clues): boolean =>
  requestedLogin.test(requestedPath) || loginPath.test(requestedPath) || new URL(url).pathname === "/";

/** Reports whether the page is a WordPress post that asks for the post's password. */
const isProtectedPost = ({ source }: Clues): boolean => source.includes("post-password-form");

/** Reports whether the page has posts that visitors can read. The page's form is then for replying to them. */
const hasArticles = ({ facts }: Clues): boolean => facts.headings.length > 2 && facts.structure.some(endsInArticle);

const endsInArticle = (path: string): boolean => path.endsWith(">article");

/**
 * Reports whether a page whose URL isn't for logging in shows a login form, and text saying that visitors have to log
 * in.
 */
const isInPlace = (page: Clues): boolean =>
  !page.isRedirected &&
  hasPassword(page) &&
  !isLoginExpected(page) &&
  (mentions(page.text, loginRequired) || isProtectedPost(page)) &&
  !hasArticles(page);

/** Reports whether there is little on the page besides the login form. */
const isFormOnly = ({ facts }: Clues): boolean =>
  (facts.mainWords ?? facts.words) <= 150 && facts.shownLinks.length <= 15 && facts.headings.length <= 5;

export const loginPage: WallKind = {
  code: "login_page",
  message: ({ finalUrl, isRedirected }) =>
    `${isRedirected ? `The URL redirects to a login page: ${withoutQuery(finalUrl)}.` : "The page asks visitors to log in."} Set up a sign-in for the website, enter the URL of a public page, or exclude this URL in the website's settings.`,
  needed: 10,
  signals: [
    { points: 4, holds: ({ isRedirected }) => isRedirected },
    { points: 3, holds: hasPassword },
    { points: 1, holds: (page) => !hasPassword(page) && requestsName(page) },
    { points: 2, holds: ({ path }) => loginPath.test(path) },
    { points: 1, holds: ({ finalUrl }) => returnParameter.test(finalUrl) },
    { points: 2, holds: ({ finalUrl }) => protocolParameter.test(finalUrl) },
    { points: 2, holds: saysLogin },
    { points: 1, holds: ({ text }) => mentions(text, logins) },
    { points: 2, holds: ({ text, isRedirected }) => isRedirected && mentions(text, loginRequired) },
    { points: 1, holds: ({ buttons }) => buttons.some((text) => isPhrase(text, logins)) },
    { points: 2, holds: (page) => isLoginAddress(page) && offersLogin(page) },
    { points: 1, holds: ({ facts }) => facts.words <= 150 },
    { points: -2, holds: (page) => hasNavigation(page) && !isProtectedPost(page) },
    { points: -3, holds: (page) => !saysLogin(page) && !loginPath.test(page.path) && !isInPlace(page) },
    { points: -2, holds: (page) => !hasPassword(page) && !isLoginAddress(page) && page.status !== 401 },
    { points: -3, holds: ({ facts }) => (facts.mainWords ?? facts.words) > 400 },
    { points: 6, holds: (page) => isInPlace(page) && isFormOnly(page) },
    { points: 13, holds: (page) => page.status === 401 && (hasPassword(page) || isBare(page)) },
    { points: -20, holds: (page) => !page.isRedirected && !isInPlace(page) && page.status !== 401 },
    { points: -9, holds: ({ requestedPath }) => requestedLogin.test(requestedPath) },
  ],
};

export const isLoginPage = (page: Clues): boolean => countSpare(loginPage, page) >= 0;

/** Reports whether a page that wasn't requested as a login page shows a login form in place of its content. */
export const isLoginForm = (page: Clues): boolean =>
  hasPassword(page) && saysLogin(page) && isLoginPage({ ...page, isRedirected: true });
