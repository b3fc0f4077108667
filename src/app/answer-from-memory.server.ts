import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf, chooseEncoding, type Kept } from '#platform/http/kept.server.ts'
import { headersOf } from './keep-answers.server.ts'
import { keptAnswers } from './metrics.server.ts'

/**
 * The short way: a public answer that is in memory goes straight to the socket, past router, context and stream.
 * @returns false when it is not there and the long way has to be taken.
 */
export function answerFromMemory(kept: Kept, request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'GET' || request.headers.authorization !== undefined) return false
  const answer = kept.get(request.url!)
  if (!answer) return false
  keptAnswers.inc()
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const body = bodyOf(answer, encoding)
  const headers = headersOf(answer, encoding)
  if (request.headers['if-none-match'] === answer.etag) {
    response.writeHead(304, headers).end()
    return true
  }
  response.writeHead(answer.status, { ...headers, 'content-length': body.length }).end(body)
  return true
}
