import { notFound } from "next/navigation";

/** Shows unknown URLs of the app inside its layout. */
const Page = () => notFound();

export default Page;
