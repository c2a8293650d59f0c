import type { DescService } from "@bufbuild/protobuf";
import { createClient, type Client, type Transport } from "@connectrpc/connect";
import { pageFetch } from "./early";
import { createDownload, type Download } from "./files";
import { bearer, failed, headerWatch, watchFailures, watchHeaders, type FailureWatch } from "./interceptors";
import { once } from "./once";
import type { Fetch } from "./rest-fetch";
import type { SessionPort } from "./session-port";
import { createRestTransport } from "./transport";
import { createUpload, type Upload } from "./upload";

/** The server: calls go through `clientOf`, files do not. It is passed to loaders and screens. */
export interface Api {
  readonly transport: Transport;
  readonly download: Download;
  readonly upload: Upload;
}

/** The typed client of a service, whose contract is loaded with the module that names it. */
export function clientOf<S extends DescService>({ transport }: Pick<Api, "transport">, service: S): Client<S> {
  return createClient(service, transport);
}

export interface ApiOptions {
  readonly session: SessionPort;
  /** Called with the server's version for every response that names it. */
  readonly onVersion: (version: string) => void;
  /** Called with the account that a super admin works in, for every response that names it. */
  readonly onSuperAdmin?: (account: string) => void;
  /** Called for every failed call. */
  readonly onFailure?: FailureWatch;
  readonly fetch?: Fetch;
}

/** The server over HTTP. */
export function createApi({
  session,
  onVersion,
  onSuperAdmin,
  onFailure = () => undefined,
  fetch = pageFetch(),
}: ApiOptions): Api {
  const watch = headerWatch(onVersion, onSuperAdmin);
  const interceptors = [once(), bearer(session), watchFailures(onFailure), watchHeaders(watch)];
  const transport = createRestTransport(interceptors, fetch);
  const download = createDownload(session, watch, fetch);
  const upload = createUpload(session, watch);
  return {
    transport,
    download: (method, message, options) =>
      download(method, message, options).catch((error: unknown) => failed(onFailure, method.name, message, error)),
    upload: (file, options) =>
      upload(file, options).catch((error: unknown) => failed(onFailure, "import", undefined, error)),
  };
}
