import { deleteCookie, getCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import type { ApiContext } from '#kernel/api/api.server.ts'

/** Whether cookie names bind to this host: browsers accept `__Host-` over https only. */
export const hasHostCookies = (origin: string) => origin.startsWith('https:')

type Options = {
  name: string
  /** The path over http and for cookies of older releases; `__Host-` cookies have `/`. */
  path: string
  seconds: number
  /** The purpose that the signature covers. */
  purpose: string
}

/**
 * A signed cookie that page scripts cannot read. Over https its name begins with `__Host-`, so that no other host of the domain can set it.
 * A cookie of an older release is read while no new one exists (docs/decisions/0044-headers-on-every-answer.md).
 */
export function signedCookie({ name, path, seconds, purpose }: Options) {
  const secretOf = (c: ApiContext) => c.var.ctx.keyedHash(purpose)
  const isHost = (c: ApiContext) => hasHostCookies(c.var.ctx.origin)
  const forgetOlder = (c: ApiContext) => {
    if (getCookie(c, name) !== undefined) deleteCookie(c, name, { path, secure: true })
  }
  return {
    async read(c: ApiContext): Promise<string | undefined> {
      const value = isHost(c) && (await getSignedCookie(c, secretOf(c), name, 'host'))
      return value || (await getSignedCookie(c, secretOf(c), name)) || undefined
    },
    async write(c: ApiContext, value: string): Promise<void> {
      const options = { httpOnly: true, sameSite: 'Lax', maxAge: seconds } as const
      if (!isHost(c)) return setSignedCookie(c, name, value, secretOf(c), { ...options, path })
      forgetOlder(c)
      await setSignedCookie(c, name, value, secretOf(c), { ...options, prefix: 'host', path: '/', secure: true })
    },
    forget(c: ApiContext): void {
      if (!isHost(c)) return void deleteCookie(c, name, { path })
      forgetOlder(c)
      deleteCookie(c, name, { prefix: 'host', path: '/', secure: true })
    },
  }
}
