/** npm run check: runs all checks except the tests. Prints one line per step. The slowest steps start first. */
import { checklist } from "./checks/checklist";
import { dependencies } from "./checks/dependencies";
import { documentPaths } from "./checks/document-paths";
import { documents } from "./checks/documents";
import { expressions } from "./checks/expressions";
import { lockFile } from "./checks/lock-file";
import { messages } from "./checks/messages";
import { runSteps } from "./checks/run-steps";
import { leftovers, migrations, style, types } from "./checks/tools";
import { words } from "./checks/words";
import { root } from "./support/root";

process.chdir(root);
const failed = await runSteps(
  [
    types,
    dependencies,
    leftovers,
    migrations,
    style,
    expressions,
    messages,
    words,
    documents,
    lockFile,
    documentPaths,
    checklist,
  ],
  (line) => console.log(line),
);
process.exitCode = failed === 0 ? 0 : 1;
