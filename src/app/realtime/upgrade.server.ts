import type { IncomingMessage } from 'node:http'
import { isOwnOrigin } from '#features/identity/same-origin.server.ts'
import type { Shop } from '../services.server.ts'

/**
 * Browsers name the page that opens a socket: only the shop's own pages may. A client that names none is a program; it gains nothing
 * by a browser's cookies, because a connection goes by its ID token alone.
 */
export function isAllowedOrigin({ services, env }: Shop, { headers }: IncomingMessage): boolean {
  const { origin, host } = headers
  return origin === undefined || isOwnOrigin({ origin, host, ours: services.origin, mode: env.MODE })
}
