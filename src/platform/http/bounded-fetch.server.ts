export type Bounds = {
  /** For the whole call, including the body. */
  timeoutMs: number
  /** Of the body, after decompression. */
  maxBytes: number
}

export type BoundedAnswer = { status: number; contentType: string; text: string }

/**
 * Calls a server that may be hostile: follows no redirect and reads no more than `maxBytes` within `timeoutMs`.
 * @throws on a network error, a redirect, a timeout, a body beyond the limit, or a body that is no UTF-8.
 */
export async function fetchBounded(url: string, bounds: Bounds, init: RequestInit = {}): Promise<BoundedAnswer> {
  const { status, contentType, bytes } = await fetchBytes(url, bounds, init)
  return { status, contentType, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
}

/** `fetchBounded` for a body that is no text. */
export async function fetchBytes(
  url: string,
  { timeoutMs, maxBytes }: Bounds,
  { signal, ...init }: RequestInit = {},
): Promise<Omit<BoundedAnswer, 'text'> & { bytes: Uint8Array }> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const stop = signal ? AbortSignal.any([timeout, signal]) : timeout
  const response = await fetch(url, { ...init, redirect: 'error', signal: stop })
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    // Leaving the loop cancels the body and closes the connection.
    if (length > maxBytes) throw new Error(`The answer is longer than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  const contentType = response.headers.get('content-type') ?? ''
  return { status: response.status, contentType, bytes: Buffer.concat(chunks) }
}
