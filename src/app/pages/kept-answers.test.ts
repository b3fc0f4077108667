import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createResponseCache, prepareResponse } from '#platform/http/response-cache.server.ts'
import { serveKept } from './kept-answers.server.ts'

const EVERYWHERE = { 'x-frame-options': 'DENY', 'content-security-policy': "default-src 'none'" }
const OWN = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'self'" }
const ID = 'from-the-proxy-1'
const answer = prepareResponse(200, OWN, ['products'], 'a page')
const cache = createResponseCache(1e6, 60_000)
cache.put('/store', answer, cache.mark())
const serve = serveKept(cache, EVERYWHERE)

/** The headers as Node writes them when it gets each of them. */
const ALL = { ...OWN, etag: answer.etag, vary: 'Accept-Encoding', 'x-frame-options': 'DENY' }
const byNode = (response: ServerResponse, isKnown: boolean) =>
  isKnown
    ? response.writeHead(304, { ...ALL, 'x-request-id': ID }).end()
    : response.writeHead(200, { ...ALL, 'content-length': answer.text.length, 'x-request-id': ID }).end(answer.text)

let server: Server
beforeAll(async () => {
  server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    const isClosing = request.headers['x-closing'] !== undefined
    if (isClosing) response.setHeader('connection', 'close')
    if (request.url === '/by-node') byNode(response, request.headers['if-none-match'] === answer.etag)
    else if (!serve(request, response)) response.writeHead(404).end()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
})
afterAll(() => new Promise<void>(done => server.close(() => done())))

/** Sends lines over a connection of its own. @returns the status line, the sorted header lines without the date, and the rest. */
async function ask(...lines: string[]) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.end([...lines, 'Host: shop.test', `X-Request-Id: ${ID}`, '', ''].join('\r\n'))
  const pieces = await Array.fromAsync(socket)
  const [head = '', body] = Buffer.concat(pieces).toString('latin1').split('\r\n\r\n')
  const [status, ...headers] = head.split('\r\n')
  return { status, headers: headers.filter(line => !line.startsWith('Date: ')).sort(), body }
}

describe('a response from memory', () => {
  it.each([
    ['a page', 'HTTP/1.1', []],
    ['a known page', 'HTTP/1.1', [`If-None-Match: ${answer.etag}`]],
    ['a page and a closed connection', 'HTTP/1.1', ['Connection: close']],
    ['a page while the server stops', 'HTTP/1.1', ['X-Closing: 1']],
    ['a known page while the server stops', 'HTTP/1.1', ['X-Closing: 1', `If-None-Match: ${answer.etag}`]],
    ['a page by the former protocol', 'HTTP/1.0', []],
    ['a page by the former protocol over a lasting connection', 'HTTP/1.0', ['Connection: keep-alive']],
  ])('has the status, headers and body that Node writes for %s', async (_, version, headers) => {
    const kept = await ask(`GET /store ${version}`, ...headers)
    expect(kept).toEqual(await ask(`GET /by-node ${version}`, ...headers))
    expect(kept.status).toMatch(headers.some(line => line.startsWith('If-None-Match')) ? / 304 / : / 200 /)
  })

  it('has a date and an id of its own for each of several requests of a connection', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.end('GET /store?utm_source=x HTTP/1.1\r\nHost: shop.test\r\n\r\n'.repeat(3))
    const text = Buffer.concat(await Array.fromAsync(socket)).toString('latin1')
    expect(text.match(/^Date: .* GMT\r$/gm)).toHaveLength(3)
    expect(new Set(text.match(/^x-request-id: [0-9a-f-]{36}\r$/gm))).toHaveProperty('size', 3)
    expect(text.match(/a page/g)).toHaveLength(3)
  })

  it('is for guests who read', async () => {
    expect((await ask('HEAD /store HTTP/1.1')).status).toMatch(/ 404 /)
    expect((await ask('GET /store HTTP/1.1', 'Authorization: Bearer x')).status).toMatch(/ 404 /)
  })

  it('is refused when a header of it would break the response', () => {
    const split = prepareResponse(200, { 'content-type': 'text/html\r\nset-cookie: a=b' }, [], 'x')
    const other = createResponseCache(1e6, 60_000)
    other.put('/split', split, other.mark())
    const request = { method: 'GET', url: '/split', headers: {} }
    expect(() => serveKept(other, EVERYWHERE)(request as never, {} as never)).toThrow('Invalid character')
  })
})
