import type { ApiContext } from '#kernel/api/api.server.ts'
import { signedCookie } from '../sessions/signed-cookie.server.ts'

/** Sign-in and `/api/public/register-referral` read it. */
const cookie = signedCookie({
  name: 'redoubt.registration',
  path: '/api',
  seconds: 3600,
  purpose: 'registration cookie',
})

/** Marks the browser that registered, or proved the password since. Only this browser is signed in by the code. */
export const rememberRegistration = (c: ApiContext, registrationId: string) => cookie.write(c, registrationId)

/** The browser's own registration, or an empty object. Spread it into a command's input. */
export async function registrationIn(c: ApiContext): Promise<{ registrationId?: string }> {
  const registrationId = await cookie.read(c)
  return registrationId ? { registrationId } : {}
}

export const forgetRegistration = (c: ApiContext) => cookie.forget(c)
