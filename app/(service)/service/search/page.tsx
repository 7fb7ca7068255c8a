import { SearchPage } from "./search-page";

const Page = () => <SearchPage />;

export default Page;
