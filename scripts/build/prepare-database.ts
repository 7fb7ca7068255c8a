/** Creates the files of an empty database, which the first start copies. Does nothing if they exist. */
import { findImage } from "@/server/adapters/database";

await findImage();
