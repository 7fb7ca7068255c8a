/** npm run check: everything that can be said about the source without running it. One line a step. */
import { checklist } from "./checks/checklist";
import { dependencies } from "./checks/dependencies";
import { documentPaths } from "./checks/document-paths";
import { documents } from "./checks/documents";
import { lockFile } from "./checks/lock-file";
import { runSteps } from "./checks/run-steps";
import { tools } from "./checks/tools";
import { root } from "./support/root";

process.chdir(root);
const failed = await runSteps([...tools, dependencies, lockFile, documents, documentPaths, checklist], (line) =>
  console.log(line),
);
process.exitCode = failed === 0 ? 0 : 1;
