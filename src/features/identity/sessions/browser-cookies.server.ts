import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import type { ApiContext } from '#kernel/api/api.server.ts'

/** Over http the session's cookie is sent only to these routes; a `__Host-` cookie must have the path `/`. */
export const COOKIE_PATH = '/api/auth'

/** Whether cookie names bind to this host: browsers accept `__Host-` over https only. */
export const hasHostCookies = (origin: string) => origin.startsWith('https:')

type Options = {
  name: string
  /** The path over http; `__Host-` cookies have `/`. */
  path: string
  seconds: number
  /** The purpose that the signature covers. */
  purpose: string
}

/**
 * A signed cookie that page scripts cannot read. Over https its name begins with `__Host-`, so that no other host of the domain can set it
 * (docs/decisions/0044-headers-on-every-answer.md).
 */
function signedCookie({ name, path, seconds, purpose }: Options) {
  const secretOf = (c: ApiContext) => c.var.ctx.keyedHash(purpose)
  const isHost = (c: ApiContext) => hasHostCookies(c.var.ctx.origin)
  const placeOf = (c: ApiContext) => (isHost(c) ? ({ prefix: 'host', path: '/', secure: true } as const) : { path })
  return {
    async read(c: ApiContext): Promise<string | undefined> {
      return (await getSignedCookie(c, secretOf(c), name, isHost(c) ? 'host' : undefined)) || undefined
    },
    write: (c: ApiContext, value: string): Promise<void> =>
      setSignedCookie(c, name, value, secretOf(c), {
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: seconds,
        ...placeOf(c),
      }),
    forget: (c: ApiContext) => void deleteCookie(c, name, placeOf(c)),
  }
}

/** Sign-in and `/api/public/register-referral` read it. */
const registrationCookie = signedCookie({
  name: 'redoubt.registration',
  path: '/api',
  seconds: 3600,
  purpose: 'registration cookie',
})

/** Marks the browser that registered, or gave the password since. Only this browser is signed in by the code. */
export const rememberRegistration = (c: ApiContext, registrationId: string) =>
  registrationCookie.write(c, registrationId)

/** The browser's own registration, or an empty object. Spread it into a command's input. */
export async function registrationIn(c: ApiContext): Promise<{ registrationId?: string }> {
  const registrationId = await registrationCookie.read(c)
  return registrationId ? { registrationId } : {}
}

export const forgetRegistration = (c: ApiContext) => registrationCookie.forget(c)

/** Maximum number of accounts of users who share a browser; the least recently used is dropped. */
const ACCOUNTS_MAX = 5

const browserCookie = signedCookie({
  name: 'redoubt.browser',
  path: COOKIE_PATH,
  seconds: 365 * 24 * 3600,
  purpose: 'browser cookie',
})
const markOf = (c: ApiContext, email: string) => c.var.ctx.keyedHash(`known browser ${email}`).slice(0, 22)

async function readBrowser(c: ApiContext): Promise<{ id: string | undefined; marks: string[] }> {
  const [id, ...marks] = ((await browserCookie.read(c)) ?? '').split('.')
  return { id: id || undefined, marks }
}

const writeBrowser = (c: ApiContext, id: string, marks: string[]) =>
  browserCookie.write(c, [id, ...marks.slice(0, ACCOUNTS_MAX)].join('.'))

/**
 * The id of this browser, if a user signed in to this account with it before or read the account's mail here. A known browser has tries of
 * its own, which no stranger can spend (docs/decisions/0007-neutral-answers.md). It proves nothing else.
 */
export async function findKnownBrowser(c: ApiContext, email: string): Promise<{ browserId?: string }> {
  const { id, marks } = await readBrowser(c)
  return id && marks.includes(markOf(c, email)) ? { browserId: id } : {}
}

/** Records that this browser belongs to a user of this account. */
export async function rememberBrowser(c: ApiContext, email: string): Promise<void> {
  const { id = crypto.randomUUID(), marks } = await readBrowser(c)
  const mark = markOf(c, email)
  await writeBrowser(c, id, [mark, ...marks.filter(other => other !== mark)])
}

/** The id of this browser, if it has one. */
export const browserIdIn = async (c: ApiContext) => (await readBrowser(c)).id

/** The id of this browser, created when missing. Codes that the browser requests are bound to it. */
export async function readBrowserId(c: ApiContext): Promise<string> {
  const { id, marks } = await readBrowser(c)
  if (id) return id
  const made = crypto.randomUUID()
  await writeBrowser(c, made, marks)
  return made
}

/** Sets cookies that were written as header lines. */
export function setCookies(c: ApiContext, lines: string[]): void {
  for (const line of lines) c.header('set-cookie', line, { append: true })
}
