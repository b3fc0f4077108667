import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseEncoding, inEncoding, type Kept } from '#platform/http/kept.server.ts'
import { countKeptAnswer } from './metrics.server.ts'
import { canonicalPageAddress } from './page-address.server.ts'

/**
 * The short way: a public answer that is in memory goes straight to the socket, past router, context and stream.
 * @returns false when it is not there and the long way has to be taken.
 */
export function answerFromMemory(kept: Kept, request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'GET' || request.headers.authorization !== undefined) return false
  const answer = kept.get(canonicalPageAddress(request.url!))
  if (!answer) return false
  countKeptAnswer()
  const { head, body } = inEncoding(answer, chooseEncoding(request.headers['accept-encoding']))
  if (request.headers['if-none-match'] === answer.etag) {
    response.writeHead(304, withoutLength(head)).end()
    return true
  }
  response.writeHead(answer.status, head as string[]).end(body)
  return true
}

/** A 304 has no body, and the length of the one it stands for would be taken for its own. */
function withoutLength(head: readonly string[]): string[] {
  const at = head.indexOf('content-length')
  return head.toSpliced(at, 2)
}
