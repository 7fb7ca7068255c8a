import { type Catalogue, findCatalogue } from "@/messages/runtime/language";

/** Namespaces of emails and reports, which are rendered on the server only. */
const forServer = /^(?:emails|report)[-.]/;

const forBrowsers = (catalogue: Catalogue): Catalogue =>
  Object.fromEntries(Object.entries(catalogue).filter(([path]) => !forServer.test(path)));

/** Serves the messages of a language as a script that pages in this language load before any other script. */
export const GET = async (
  _request: Request,
  { params }: { params: Promise<{ language: string }> },
): Promise<Response> => {
  const catalogue = findCatalogue((await params).language);
  if (!catalogue) return new Response(null, { status: 404 });
  return new Response(`window.curbcutMessages=${JSON.stringify(forBrowsers(catalogue))}`, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
    },
  });
};
