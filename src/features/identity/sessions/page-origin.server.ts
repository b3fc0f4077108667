import type { ApiContext } from '#kernel/api/api.server.ts'

/**
 * The origin of the calling page, to which passkeys are bound: the shop's own. A demo may be opened as localhost or by its IP address, so
 * there the requested host counts.
 */
export function pageOriginOf(c: ApiContext): string {
  const { origin, mode } = c.var.ctx
  const asked = `http://${c.req.header('host')}`
  return mode === 'demo' && c.req.header('origin') === asked ? asked : origin
}
