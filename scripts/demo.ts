/** npx tsx scripts/demo.ts: serves the demo shop on loopback until it is interrupted. */
import { serveDemo } from "@/demo/serve";

const { url } = await serveDemo();
console.log(`The demo shop is at ${url}/`);
