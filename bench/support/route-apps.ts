/** A page that is served together with npm packages, and the pages that a scan of it should find. */
export interface RouteApp {
  name: string;
  html: string;
  /** Further files, by name. */
  files?: Record<string, string>;
  /** What follows `#` or `#!` in the URL of each page except the start page. */
  pages: string[];
  /** True if its routes show only parts of the interface, which must not be counted as pages. */
  isOrdinary?: boolean;
}

/** Exact versions, so that the figures stay comparable. */
export const routePackages: readonly string[] = [
  "angular@1.8.3",
  "angular-route@1.8.3",
  "backbone@1.6.1",
  "docsify@5.0.0",
  "history@4.10.1",
  "impress.js@1.1.0",
  "jquery@3.8.0",
  "mithril@2.3.8",
  "react@17.0.2",
  "react-dom@17.0.2",
  "react-router-dom@5.3.4",
  "reveal.js@6.0.2",
  "swagger-ui-dist@5.35.0",
  "underscore@1.13.8",
  "vue@3.5.45",
  "vue-router@4.6.5",
  "vue2@npm:vue@2.7.16",
  "vue-router3@npm:vue-router@3.6.5",
];

const script = (path: string): string => `<script src="/node_modules/${path}"></script>`;

const document = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;

const view = (name: string): string => `<h1>${name}</h1><p>${name} has its own text, as pages usually do.</p>`;

const vue3 = `<div id="app"></div>${script("vue/dist/vue.global.prod.js")}${script("vue-router/dist/vue-router.global.prod.js")}<script>
  const page = (name) => ({ template: ${JSON.stringify(view("NAME"))}.replaceAll("NAME", name) });
  const list = { template: '<h1>Products</h1><router-link v-for="n in 4" :to="at(n)">{{ n }} </router-link>', methods: { at: (n) => "/products/" + n } };
  const product = { template: "<h1>Product {{ $route.params.id }}</h1><p>This is what it costs and what it can do.</p>" };
  const routes = [
    { path: "/", component: page("Home") }, { path: "/about", component: page("About") },
    { path: "/products", component: list }, { path: "/products/:id", component: product },
  ];
  const router = VueRouter.createRouter({ history: VueRouter.createWebHashHistory(), routes });
  const template = '<nav><router-link to="/">Home</router-link> <router-link to="/about">About</router-link> <router-link to="/products">Products</router-link> <a href="#main">Skip</a></nav><main id="main"><router-view /></main>';
  Vue.createApp({ template }).use(router).mount("#app");
</script>`;

const vue2 = `<div id="app"><router-link to="/">Home</router-link> <router-link to="/foo">Foo</router-link> <router-link to="/bar">Bar</router-link><router-view></router-view></div>
${script("vue2/dist/vue.min.js")}${script("vue-router3/dist/vue-router.min.js")}<script>
  const page = (text) => ({ template: "<p>" + text + "</p>" });
  const routes = [{ path: "/", component: page("home") }, { path: "/foo", component: page("foo") }, { path: "/bar", component: page("bar") }];
  new Vue({ router: new VueRouter({ routes }) }).$mount("#app");
</script>`;

/** Pages can be reached only by clicking a card, because the cards are `div` elements. */
const reactApp = `<div id="root"></div>${script("react/umd/react.production.min.js")}${script("react-dom/umd/react-dom.production.min.js")}${script("react-router-dom/umd/react-router-dom.min.js")}<script>
  const { createElement: h } = React;
  const { HashRouter, Link, Route, Switch, useHistory } = ReactRouterDOM;
  const page = (name) => () => h("main", null, h("h1", null, name), h("p", null, name + " has its own text."));
  const Cards = () => {
    const history = useHistory();
    const card = (n) => h("div", { key: n, style: { cursor: "pointer" }, onClick: () => history.push("/cards/" + n) }, "Card " + n);
    return h("main", null, h("h1", null, "Cards"), [1, 2, 3].map(card));
  };
  const Card = ({ match }) => h("main", null, h("h1", null, "Card number " + match.params.id), h("p", null, "Everything about it."));
  const links = ["/", "/about", "/cards"].map((to) => h(Link, { key: to, to }, "Go to " + to + " "));
  const routes = [["/about", page("About")], ["/cards/:id", Card], ["/cards", Cards], ["/", page("Home")]];
  const all = h(Switch, null, routes.map(([path, component]) => h(Route, { key: path, path, component })));
  ReactDOM.render(h(HashRouter, null, h("nav", null, links), all), document.getElementById("root"));
</script>`;

const angular = `<div ng-app="app"><nav><a href="#!/">Home</a> <a href="#!/one">One</a> <a href="#!/two">Two</a></nav><main ng-view></main></div>
${script("angular/angular.min.js")}${script("angular-route/angular-route.min.js")}<script>
  angular.module("app", ["ngRoute"]).config(($routeProvider) => $routeProvider.when("/", { template: "${view("Home")}" })
    .when("/one", { template: "${view("One")}" }).when("/two", { template: "${view("Two")}" }).otherwise("/"));
</script>`;

const mithril = `<div id="app"></div>${script("mithril/mithril.min.js")}<script>
  const links = () => m("nav", ["/home", "/list", "/help"].map((href) => m(m.route.Link, { href }, "Go to " + href)));
  const page = (name) => ({ view: () => [links(), m("main", m("h1", name), m("p", name + " has its own text."))] });
  m.route(document.getElementById("app"), "/home", { "/home": page("Home"), "/list": page("List"), "/help": page("Help") });
</script>`;

const backbone = `<nav><a href="#/">Start</a> <a href="#/news">News</a> <a href="#/team">Team</a></nav><main></main>
${script("jquery/dist/jquery.min.js")}${script("underscore/underscore-umd-min.js")}${script("backbone/backbone-min.js")}<script>
  const show = (html) => () => $("main").html(html);
  const routes = { "": show("${view("Start")}"), news: show("${view("News")}"), team: show("${view("Team")}") };
  new (Backbone.Router.extend({ routes }))();
  Backbone.history.start();
</script>`;

const section = (name: string): string =>
  `# ${name}\n\n${name} begins here.\n\n## First part\n\nMore.\n\n## Second part\n\nStill more.\n`;

const docsify = {
  html: document(
    "Docs",
    `<div id="app"></div><script>window.$docsify = { loadSidebar: true, subMaxLevel: 3 };</script>${script("docsify/dist/docsify.min.js")}`,
  ),
  files: {
    "README.md": section("Introduction"),
    "guide.md": section("Guide"),
    "notes.md": section("Notes"),
    "_sidebar.md": "- [Introduction](/)\n- [Guide](guide.md)\n- [Notes](notes.md)\n",
  },
};

const swagger = `<div id="ui"></div>${script("swagger-ui-dist/swagger-ui-bundle.js")}<script>
  const get = { tags: ["pets"], operationId: "listPets", responses: { 200: { description: "Pets" } } };
  const spec = { openapi: "3.0.0", info: { title: "Pets", version: "1" }, paths: { "/pets": { get } } };
  SwaggerUIBundle({ dom_id: "#ui", deepLinking: true, spec });
</script>`;

const slides = (inner: string): string => `<a href="#/2">Second slide</a><a href="#/step-2">Second step</a>${inner}`;

const ticker = `<h1>News</h1><a href="#/">Top</a> <a href="#/about">About</a> <a href="#!/x">More</a> <a href="#tab-1">Tab</a><p></p><script>
  setInterval(() => { document.querySelector("p").textContent = Array.from({ length: 30 }, Math.random).join(" "); }, 250);
</script>`;

export const routeApps: readonly RouteApp[] = [
  {
    name: "vue-router 4",
    html: document("Shop", vue3),
    pages: ["/about", "/products", ...[1, 2, 3, 4].map((n) => `/products/${n}`)],
  },
  { name: "vue-router 3", html: document("Foo", vue2), pages: ["/foo", "/bar"] },
  {
    name: "react-router 5",
    html: document("Cards", reactApp),
    pages: ["/about", "/cards", ...[1, 2, 3].map((n) => `/cards/${n}`)],
  },
  { name: "AngularJS", html: document("Angular", angular), pages: ["/one", "/two"] },
  { name: "Mithril", html: document("Mithril", mithril), pages: ["/list", "/help"] },
  { name: "Backbone", html: document("Backbone", backbone), pages: ["/news", "/team"] },
  { name: "docsify", ...docsify, pages: ["/guide", "/notes"] },
  { name: "Swagger UI", html: document("Pets", swagger), pages: [], isOrdinary: true },
  {
    name: "reveal.js",
    html: document(
      "Slides",
      slides(
        `<div class="reveal"><div class="slides"><section>One</section><section>Two</section></div></div>${script("reveal.js/dist/reveal.js")}<script>Reveal.initialize({ hash: true });</script>`,
      ),
    ),
    pages: ["/1"],
  },
  {
    name: "impress.js",
    html: document(
      "Steps",
      slides(
        `<div id="impress"><div class="step" id="step-1">One</div><div class="step" id="step-2">Two</div></div>${script("impress.js/js/impress.js")}<script>impress().init();</script>`,
      ),
    ),
    pages: [],
    isOrdinary: true,
  },
  { name: "news ticker", html: document("News", ticker), pages: [], isOrdinary: true },
];
