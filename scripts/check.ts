/** npm run check: runs all checks except the tests. Prints one line per step. The slowest steps start first. */
import { dependencies } from "./checks/dependencies";
import { runSteps } from "./checks/run-steps";
import { leftovers, migrations, ownChecks, style, types } from "./checks/tools";
import { root } from "./support/root";

process.chdir(root);
const steps = [types, dependencies, leftovers, ownChecks, style, migrations];
const failed = await runSteps(steps, (line) => console.log(line));
process.exitCode = failed === 0 ? 0 : 1;
