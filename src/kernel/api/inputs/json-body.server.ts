import type { MiddlewareHandler } from 'hono'
import { refuse } from '#platform/errors.ts'

/** As `application/json; charset=utf-8`, or of a vendor. */
const JSON_TYPE = /^\s*application\/([\w.-]+\+)?json\s*(;|$)/i
/** JSON's white space: programs send an empty file or a line end as a body. */
const BLANK = /^[ \t\r\n]*$/
const NOT_JSON = 'Send the body as JSON, with the Content-Type application/json.'

/**
 * Reads an absent or blank body as `{}` under any Content-Type, because many clients always send one, and some bodies have optional fields only. The
 * schema of the route then names a missing field. @throws invalid_input for a body that is not announced as JSON, which would be ignored
 * otherwise
 */
export const jsonOrAbsent: MiddlewareHandler = async ({ req }, next) => {
  if (BLANK.test(await req.text())) {
    const { url, method, headers, signal } = req.raw
    const announced = new Headers(headers)
    announced.set('content-type', 'application/json')
    req.raw = new Request(url, { method, headers: announced, signal, body: '{}' })
    req.bodyCache = {}
  } else if (!JSON_TYPE.test(req.header('content-type') ?? '')) throw refuse('invalid_input', {}, { body: [NOT_JSON] })
  await next()
}
