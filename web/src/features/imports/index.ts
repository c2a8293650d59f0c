export { importsRoutes } from "./routes";
export { SampleButton } from "./SampleButton";
