import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import type { ApiContext } from '#adapters/http/api.server.ts'

const NAME = 'redoubt.registration'
const SECONDS = 3600
/** Sign-in and `/api/public/register-referral` read it. */
const PATH = '/api'

const secretOf = (c: ApiContext) => c.var.ctx.keyedHash('registration cookie')

/** Marks the browser that registered, or proved the password since: it alone is signed in by the code. */
export const rememberRegistration = (c: ApiContext, registrationId: string) =>
  setSignedCookie(c, NAME, registrationId, secretOf(c), {
    path: PATH,
    httpOnly: true,
    sameSite: 'Lax',
    secure: c.var.ctx.origin.startsWith('https:'),
    maxAge: SECONDS,
  })

/** The browser's own registration; empty when it has none. Spread it into a command's input. */
export async function registrationIn(c: ApiContext): Promise<{ registrationId?: string }> {
  const registrationId = await getSignedCookie(c, secretOf(c), NAME)
  return registrationId ? { registrationId } : {}
}

export const forgetRegistration = (c: ApiContext) => deleteCookie(c, NAME, { path: PATH })
