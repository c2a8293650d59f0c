export { SampleButton } from "./SampleButton";
