import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseEncoding, inEncoding, type Kept, type ReadyAnswer } from '#platform/http/kept.server.ts'
import { countKeptAnswer } from './metrics.server.ts'
import { canonicalPageAddress } from './page-address.server.ts'

/**
 * The short way: a public answer that is in memory goes straight to the socket, past router, context and stream.
 * @param everywhere headers that every answer carries.
 * @returns false when it is not there and the long way has to be taken.
 */
export function answerFromMemory(
  kept: Kept,
  everywhere: Readonly<Record<string, string>>,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (request.method !== 'GET' || request.headers.authorization !== undefined) return false
  const answer = kept.get(canonicalPageAddress(request.url!))
  if (!answer) return false
  countKeptAnswer()
  const ready = inEncoding(answer, chooseEncoding(request.headers['accept-encoding']))
  const head = completeHead(ready, everywhere)
  if (request.headers['if-none-match'] === answer.etag) {
    response.writeHead(304, withoutLength(head)).end()
    return true
  }
  response.writeHead(answer.status, head).end(ready.body)
  return true
}

const heads = new WeakMap<ReadyAnswer, string[]>()

/** All headers of a kept answer, put together once for all who get it. */
function completeHead(answer: ReadyAnswer, everywhere: Readonly<Record<string, string>>): string[] {
  const known = heads.get(answer)
  if (known) return known
  const own = new Set(answer.head.filter((_, at) => at % 2 === 0))
  const head = [
    ...answer.head,
    ...Object.entries(everywhere)
      .filter(([name]) => !own.has(name))
      .flat(),
  ]
  heads.set(answer, head)
  return head
}

/** A 304 has no body, and the length of the one it stands for would be taken for its own. */
function withoutLength(head: readonly string[]): string[] {
  const at = head.indexOf('content-length')
  return head.toSpliced(at, 2)
}
