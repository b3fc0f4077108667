import type { ApiContext } from '#kernel/api/api.server.ts'
import { SMALL_BODY_BYTES } from '#platform/costly/costly-work.ts'

/** Yields the bytes of a body as they arrive. A small body is one piece, which the server reads without a stream. */
export async function* piecesOf({ req }: ApiContext): AsyncIterable<Uint8Array> {
  const isSmall = Number(req.header('content-length')) <= SMALL_BODY_BYTES
  // A call under an idempotency key was read for its hash.
  if (isSmall || req.raw.bodyUsed) yield new Uint8Array(await req.arrayBuffer())
  else if (req.raw.body) yield* req.raw.body
}
