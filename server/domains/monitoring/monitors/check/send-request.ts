import { type IncomingMessage, request } from "node:http";
import { type Duplex, pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** Maximum number of bytes of a page that are read and searched for the keyword. */
const mostBytes = 1_000_000;

interface Question {
  method: "GET" | "HEAD";
  url: URL;
}

/** Sends the request over an open connection. Resolves with the response once its headers have arrived. */
export const sendRequest = (connection: Duplex, { method, url }: Question): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const outgoing = request({
      method,
      path: `${url.pathname}${url.search}`,
      setHost: false,
      headers: {
        host: url.host,
        "user-agent": "Curbcut/0.1 (uptime check)",
        accept: "*/*",
        "accept-encoding": "identity",
        connection: "close",
      },
      createConnection: () => connection,
    });
    outgoing.once("error", reject);
    outgoing.once("response", (answer) => {
      outgoing.on("error", () => undefined);
      resolve(answer);
    });
    outgoing.end();
  });

/** Decompresses the body, because some servers compress it even though the request asks them not to. */
const unpack = (answer: IncomingMessage): AsyncIterable<Buffer> => {
  const encoding = answer.headers["content-encoding"]?.trim().toLowerCase();
  const unpacker = { gzip: createGunzip, "x-gzip": createGunzip, deflate: createInflate, br: createBrotliDecompress }[
    encoding ?? ""
  ];
  return unpacker ? pipeline(answer, unpacker(), () => undefined) : answer;
};

const collect = async (stream: AsyncIterable<Buffer>, keep: boolean): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (keep) chunks.push(chunk);
    if (size >= mostBytes) break;
  }
  return Buffer.concat(chunks);
};

const decode = (bytes: Buffer, contentType: string): string => {
  const label = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return bytes.toString("utf8");
  }
};

/** Reads up to a megabyte of the body. Returns true if it contains the keyword or there is no keyword. */
export const readBody = async (answer: IncomingMessage, keyword: string | null): Promise<boolean> => {
  if (keyword === null) {
    await collect(answer, false);
    return true;
  }
  const bytes = await collect(unpack(answer), true);
  return decode(bytes, answer.headers["content-type"] ?? "").includes(keyword);
};
