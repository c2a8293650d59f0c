export { editorRoutes } from "./routes";
