// The text of a file: UTF-8, or UTF-16 that says so. A file in another encoding is no text to us: names would be stored with letters lost.
export type ReadText = { text: string } | { unreadable: { line: number } };

const beginsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);

export function readText(bytes: Uint8Array): ReadText {
  const encoding = beginsWith(bytes, 0xFF, 0xFE) ? 'utf-16le' : beginsWith(bytes, 0xFE, 0xFF) ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // UTF-16 without its mark reads as UTF-8 full of NUL.
    if (!text.includes('\0')) return { text };
  } catch {
    // Told below, with the line.
  }
  const lost = new TextDecoder(encoding).decode(bytes);
  return { unreadable: { line: lost.slice(0, lost.search(/[\uFFFD\0]/)).split(/\r\n|\r|\n/).length } };
}
