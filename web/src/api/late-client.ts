import type { DescService } from "@bufbuild/protobuf";
import { createClient, type Client, type Transport } from "@connectrpc/connect";

type Call = (...args: readonly unknown[]) => unknown;

/**
 * A client whose contract comes with its first call, for what only some pages ask: contracts are a large part of a first
 * visit. Methods that stream have names that begin with "stream", which a test holds.
 */
export function lateClient<S extends DescService>(transport: Transport, load: () => Promise<S>): Client<S> {
  let opened: Promise<Record<string, Call>> | undefined;
  const open = (): Promise<Record<string, Call>> =>
    (opened ??= load().then(
      (service) => createClient(service, transport) as unknown as Record<string, Call>,
      (error: unknown) => {
        opened = undefined; // the next call tries again
        throw error;
      },
    ));
  const call = async (name: string, args: readonly unknown[]): Promise<unknown> => (await open())[name]?.(...args);
  const calls: Record<string, Call> = {};
  return new Proxy(calls, {
    get: (known, name) => {
      // A client is no promise, whatever awaits it.
      if (typeof name !== "string" || name === "then") return undefined;
      return (known[name] ??= name.startsWith("stream")
        ? async function* (...args: readonly unknown[]) {
            yield* (await call(name, args)) as AsyncIterable<unknown>;
          }
        : (...args: readonly unknown[]) => call(name, args));
    },
  }) as unknown as Client<S>;
}
