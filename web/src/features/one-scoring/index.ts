export { findScoring } from "./find-scoring";
