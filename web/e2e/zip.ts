import { inflateRawSync } from "node:zlib";

/** The files of an archive as text, by name: those that its directory, at the end, lists. */
export function unzipped(archive: Buffer): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const end = archive.lastIndexOf("PK\x05\x06", undefined, "latin1");
  let entry = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [size, name, extra, comment] = [20, 28, 30, 32].map((at) =>
      at === 20 ? archive.readUInt32LE(entry + at) : archive.readUInt16LE(entry + at),
    ) as [number, number, number, number];
    const local = archive.readUInt32LE(entry + 42);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(from, from + size);
    const stored = archive.readUInt16LE(entry + 10) === 0;
    files.set(
      archive.toString("utf8", entry + 46, entry + 46 + name),
      (stored ? bytes : inflateRawSync(bytes)).toString("utf8"),
    );
    entry += 46 + name + extra + comment;
  }
  return files;
}
