// The text of a file: UTF-8, UTF-16, or Windows-1252 when it cannot be UTF-8, as at the command line (src/app/customers/text_encoding.cc).
export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';
export type ReadText = { text: string; encoding: Encoding } | { unreadable: { line: number } };

const beginsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);

// UTF-16 by its mark or by its zeros: of a text with Latin headings every other byte is one.
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (beginsWith(bytes, 0xFF, 0xFE)) return 'utf-16le';
  if (beginsWith(bytes, 0xFE, 0xFF)) return 'utf-16be';
  const head = bytes.subarray(0, 65_536);
  const zeros = [0, 0];
  head.forEach((byte, index) => { if (byte === 0) zeros[index % 2]! += 1; });
  const pairs = head.length / 2;
  if (zeros[1]! * 2 > pairs && zeros[0]! * 8 < pairs) return 'utf-16le';
  return zeros[0]! * 2 > pairs && zeros[1]! * 8 < pairs ? 'utf-16be' : null;
}

// Whether there are more than ten bytes that are no UTF-8 for each letter beyond ASCII that is: a file with a few damaged letters stays
// UTF-8, so that only their lines are refused.
function isOtherThanUtf8(bytes: Uint8Array): boolean {
  let awaited = 0;
  let letters = 0;
  let stray = 0;
  for (const byte of bytes) {
    if (awaited > 0 && (byte & 0xC0) === 0x80) {
      awaited -= 1;
      if (awaited === 0) letters += 1;
      continue;
    }
    if (awaited > 0) stray += 1;
    awaited = byte >= 0xF0 && byte <= 0xF4 ? 3 : byte >= 0xE0 && byte <= 0xEF ? 2 : byte >= 0xC2 && byte <= 0xDF ? 1 : 0;
    if (byte >= 0x80 && awaited === 0) stray += 1;
  }
  if (awaited > 0) stray += 1;
  return stray > 0 && letters * 10 < stray;
}

export function readText(bytes: Uint8Array): ReadText {
  const utf16 = utf16Of(bytes);
  const encoding: Encoding = utf16 ? 'UTF-16' : isOtherThanUtf8(bytes) ? 'Windows-1252' : 'UTF-8';
  const text = new TextDecoder(utf16 ?? encoding.toLowerCase()).decode(bytes);
  // Neither a text nor one in an encoding that we know.
  const lost = text.indexOf('\0');
  return lost < 0 ? { text, encoding } : { unreadable: { line: text.slice(0, lost).split(/\r\n|\r|\n/).length } };
}
