import type { ApiContext } from '#kernel/api/api.server.ts'
import { COOKIE_PATH } from '../sessions/sessions.server.ts'
import { signedCookie } from '../sessions/signed-cookie.server.ts'

/** Maximum number of accounts of users who share a browser; the least recently used is dropped. */
const ACCOUNTS_MAX = 5

const cookie = signedCookie({
  name: 'redoubt.browser',
  path: COOKIE_PATH,
  seconds: 365 * 24 * 3600,
  purpose: 'browser cookie',
})
const markOf = (c: ApiContext, email: string) => c.var.ctx.keyedHash(`known browser ${email}`).slice(0, 22)

async function read(c: ApiContext): Promise<{ id: string | undefined; marks: string[] }> {
  const [id, ...marks] = ((await cookie.read(c)) ?? '').split('.')
  return { id: id || undefined, marks }
}

const write = (c: ApiContext, id: string, marks: string[]) =>
  cookie.write(c, [id, ...marks.slice(0, ACCOUNTS_MAX)].join('.'))

/**
 * The id of this browser, if a user signed in to this account with it before or read the account's mail here. A known browser has tries of
 * its own, which no stranger can spend (docs/decisions/0048-limits-without-locks.md). It proves nothing else.
 */
export async function knownBrowserOf(c: ApiContext, email: string): Promise<{ browserId?: string }> {
  const { id, marks } = await read(c)
  return id && marks.includes(markOf(c, email)) ? { browserId: id } : {}
}

/** Records that this browser belongs to a user of this account. */
export async function rememberBrowser(c: ApiContext, email: string): Promise<void> {
  const { id = crypto.randomUUID(), marks } = await read(c)
  const mark = markOf(c, email)
  await write(c, id, [mark, ...marks.filter(other => other !== mark)])
}

/** The id of this browser, if it has one. */
export const browserIdIn = async (c: ApiContext) => (await read(c)).id

/** The id of this browser, created when missing. Codes that the browser requests are bound to it. */
export async function browserIdOf(c: ApiContext): Promise<string> {
  const { id, marks } = await read(c)
  if (id) return id
  const made = crypto.randomUUID()
  await write(c, made, marks)
  return made
}
