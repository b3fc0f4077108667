import { createHash } from 'node:crypto'
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

type Headers = Readonly<Record<string, string>>

/** The content security policy of every response that is not a page: nothing may run, load or be framed. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Passkeys are the only powerful feature that all pages use. */
const PERMISSIONS = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi'],
  ...['payment', 'usb'],
].map(feature => `${feature}=()`)

/** The admin area may also use the camera, which reads the codes of mailed cards. */
export const STAFF_PERMISSIONS = PERMISSIONS.join(', ').replace('camera=()', 'camera=(self)')

/** Two years, as the browsers' preload list requires. */
const HSTS = 'max-age=63072000; includeSubDomains'

/**
 * The headers of every response. A response that sets one of them keeps its own value: pages have their policy, and the sandbox sends no
 * referrer. Crawlers that show the shop's pictures are not browsers and ignore the resource policy.
 * @param origin the shop's public address.
 */
export const securityHeaders = (origin: string): Headers => ({
  'content-security-policy': NO_PAGE,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': PERMISSIONS.join(', '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  ...(origin.startsWith('https:') && { 'strict-transport-security': HSTS }),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
})

/** `writeHead` can still replace each header. */
export function setHeaders(response: ServerResponse, headers: Headers): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** A response written to a socket without a response object: a refused upgrade, or bytes that are not HTTP. */
export function rawAnswer(status: number, headers: Headers): string {
  const all = { ...headers, connection: 'close', 'content-length': '0' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `${[`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n')}\r\n\r\n`
}

const PARSE_STATUS: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** Answers requests that Node refuses before it creates a request, as Node does, but with the shop's headers. */
export function answerOutsideRequests(http: Server, headers: Headers): void {
  http.on('checkExpectation', (_request, response: ServerResponse) => {
    setHeaders(response, headers)
    response.writeHead(417).end()
  })
  http.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const { _httpMessage: begun } = socket as { _httpMessage?: ServerResponse }
    if (socket.writable && !begun?.headersSent && error.code !== 'ECONNRESET')
      socket.write(rawAnswer(PARSE_STATUS[error.code ?? ''] ?? 400, headers))
    socket.destroy(error)
  })
}

const OPENING = /<script\b([^<>]*)>/g
const CLOSING = '</script>'

/** The script elements of a rendered page, in order. Linear: searches the end of each element once. */
export function scriptsIn(html: string) {
  const found: { start: number; end: number; attributes: string; code: string }[] = []
  for (const opening of html.matchAll(OPENING)) {
    const start = opening.index
    if (start < (found.at(-1)?.end ?? 0)) continue
    const codeAt = start + opening[0].length
    const closingAt = html.indexOf(CLOSING, codeAt)
    if (closingAt < 0) break
    found.push({ start, end: closingAt + CLOSING.length, attributes: opening[1]!, code: html.slice(codeAt, closingAt) })
  }
  return found
}

/**
 * Allows the inline scripts of a cached page by hash. The shop's scripts carry the nonce of this rendering, which no attacker knew.
 * Cached HTML is equal for all visitors, so a published nonce would not be secret: this function removes it.
 * An injected script has no nonce and gets no hash. JSON-LD gets no hash either, because it does not run.
 * @param nonce random, of this rendering only; letters, digits, `-` and `_`.
 * @returns the HTML without the nonce, and the sources for `script-src`.
 */
export function sealScripts(html: string, nonce: string): { html: string; sources: string[] } {
  const mark = ` nonce="${nonce}"`
  const sources = new Set<string>()
  for (const { attributes, code } of scriptsIn(html)) {
    if (!attributes.includes(mark) || attributes.includes(' src=')) continue
    sources.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  }
  return { html: html.replaceAll(mark, ''), sources: [...sources] }
}
