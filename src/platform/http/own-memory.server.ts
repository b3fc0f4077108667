/**
 * Returns the bytes in memory of their own. A small Buffer of Node's is a part of 64 KB that it shares with others, and all 64 KB stay as
 * long as any of the parts: bytes that are kept would hold twenty times their size.
 */
export function inOwnMemory(bytes: Buffer): Buffer {
  if (ownsMemory(bytes)) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/**
 * Frees the memory of bytes that no code reads again. The garbage collector frees it seconds later, because it starts by the size of the heap
 * and bytes lie outside of it.
 */
export function freeOwnMemory(bytes: Uint8Array): void {
  // Freed bytes have no length, and no memory to give.
  if (bytes.byteLength > 0 && ownsMemory(bytes)) (bytes.buffer as ArrayBuffer).transfer(0)
}

const ownsMemory = ({ buffer, byteLength }: Uint8Array) => buffer.byteLength === byteLength
