import type { ApiContext } from '#adapters/http/api.server.ts'

/**
 * The origin of the page that calls, to which passkeys are bound: the shop's own. A demo is opened as localhost or by its address
 * alike, and there the host that was asked counts.
 */
export function pageOriginOf(c: ApiContext): string {
  const { origin, mode } = c.var.ctx
  const asked = `http://${c.req.header('host')}`
  return mode === 'demo' && c.req.header('origin') === asked ? asked : origin
}
