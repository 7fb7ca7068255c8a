import { constants } from "node:os";
import { onEndSignal } from "@/scripts/support/end-signals";

// A signal alone would end this process without running the handlers that stop what it has started.
onEndSignal((signal) => process.exit(128 + constants.signals[signal]));
