import { notFound } from "next/navigation";

/** Shows the "not found" page inside the app's layout. */
const Page = () => notFound();

export default Page;
