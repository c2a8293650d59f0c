export { findScoring } from "./find-scoring";
export { createLeadScoring, type LeadScoring } from "./lead-scoring";
export { scoringsRoutes } from "./routes";
