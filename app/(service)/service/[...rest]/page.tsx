import { notFound } from "next/navigation";

/** Keeps unknown addresses of the app inside its shell. */
const Page = () => notFound();

export default Page;
