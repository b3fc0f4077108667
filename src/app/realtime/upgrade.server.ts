import type { IncomingMessage } from 'node:http'
import { isOwnOrigin } from '#features/identity/sessions/same-origin.server.ts'
import type { Shop } from '../services/services.server.ts'

/**
 * Browsers send the origin of the page that opens a socket; only the shop's own pages are allowed. A client without an origin is a program.
 * It gains nothing from a browser's cookies, because a connection is authorized by its ID token alone.
 */
export function isAllowedOrigin({ services, env }: Shop, { headers }: IncomingMessage): boolean {
  const { origin, host } = headers
  return origin === undefined || isOwnOrigin({ origin, host, ours: services.origin, mode: env.MODE })
}
