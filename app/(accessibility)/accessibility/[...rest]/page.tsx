import { notFound } from "next/navigation";

/** Shows the page for unknown URLs inside the app's layout. */
const Page = () => notFound();

export default Page;
