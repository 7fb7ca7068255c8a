import { constants } from "node:os";
import { onEndSignal } from "@/scripts/support/end-signals";

// Without this handler, a signal would terminate this process before it could stop the processes it has started.
onEndSignal((signal) => process.exit(128 + constants.signals[signal]));
