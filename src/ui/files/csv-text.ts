/**
 * The text of a chosen CSV. Excel writes "CSV UTF-8", but its plain "CSV" has the code page of Windows and its "Unicode Text" is UTF-16; read
 * as UTF-8, the first loses each "é" and "™" without a word.
 */
export async function csvTextOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
