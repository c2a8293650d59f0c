export { hasLeadScoring, tracksWebsites } from "./lead-scoring";
