export { createLeadScoring, type LeadScoring } from "./lead-scoring";
export { scoringsRoutes } from "./routes";
