export { readJourneys } from "./list-journeys";
