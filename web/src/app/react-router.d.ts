import "react-router";

declare module "react-router" {
  interface Future {
    // The guard is a middleware; this gives loaders the typed context that goes with it.
    v8_middleware: true;
  }
}
