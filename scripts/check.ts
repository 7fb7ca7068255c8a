/** npm run check: runs all checks except the tests. Prints one line per step. The slowest steps start first. */
import { runSteps } from "./checks/run-steps";
import { leftovers, migrations, ownChecks, style, types } from "./checks/tools";
import { root } from "./support/root";

process.chdir(root);
const steps = [types, ownChecks, leftovers, style, migrations];
const failed = await runSteps(steps, (line) => console.log(line));
process.exitCode = failed === 0 ? 0 : 1;
