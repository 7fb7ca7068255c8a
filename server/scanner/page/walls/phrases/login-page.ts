import type { WordTable } from "../../rules/words";

/** Titles, headings and buttons of login pages. */
export const logins: WordTable = {
  en: "enter password, enter your password, password, username, forgot password, forgot your password, create an account to continue, register to continue, create a free account, members only, members area, sign up, register, session has expired, session expired, log in, login, log on, logon, sign in, signin, sign on, member login, customer login, please log in, please sign in, welcome back, sign in to continue, log in to continue, authentication required, single sign on, log in to your account, sign in to your account",
  de: "passwort, passwort vergessen, zugangsdaten, benutzername, benötigt eine anmeldung, heimateinrichtung, mitgliederbereich, kennwort, registrieren, konto erstellen, sitzung ist abgelaufen, anmelden, anmeldung, einloggen, login, log in, kundenlogin, bitte anmelden, bitte melden sie sich an, willkommen zurück, melden sie sich an, melde dich an, einmalanmeldung",
  fr: "mot de passe, mot de passe oublié, nom d'utilisateur, identifiant, créer un compte, s'inscrire, connexion, se connecter, connectez vous, identifiez vous, s'identifier, identification, veuillez vous connecter, me connecter, espace client, authentification",
  es: "contraseña, nombre de usuario, crear cuenta, regístrate, olvidaste tu contraseña, iniciar sesión, inicia sesión, inicie sesión, inicio de sesión, entrar, acceder, acceso, acceso clientes, ingresar, identifícate, identifíquese",
  it: "password, nome utente, password dimenticata, registrati, crea un account, accedi, accesso, login, entra, effettua l'accesso, area riservata, area clienti, bentornato, autenticazione",
  nl: "wachtwoord, wachtwoord vergeten, gebruikersnaam, account aanmaken, registreren, inloggen, log in, login, aanmelden, meld je aan, meld u aan, welkom terug, log in om verder te gaan",
  pt: "senha, palavra passe, esqueci minha senha, área do morador, sua sessão expirou, criar conta, utilizador, iniciar sessão, inicie sessão, entrar, fazer login, faça login, login, acessar, aceder, área de cliente, autenticação, acesse sua conta, entrar na conta",
  ja: "サインイン, ログイン, パスワード, 続けるにはサインイン",
  zh: "登录, 登錄, 登入, 密码, 用户名",
  pl: "zaloguj się, zaloguj, logowanie, hasło",
  ru: "вход, войти, авторизация, пароль, войдите",
  sv: "logga in, inloggning, lösenord",
  da: "log ind, adgangskode",
  nb: "logg inn, passord",
  fi: "kirjaudu, kirjaudu sisään, salasana",
  cs: "přihlásit se, přihlášení, heslo",
  ko: "로그인, 비밀번호",
  tr: "giriş yap, oturum aç, şifre",
};
