import { call } from '#kernel/client/calls/call.ts'
import type { SessionUser } from '#kernel/client/session/session.ts'
import { tellAddressSaved } from '../../profile/web/use-shipping-status.ts'
import { beginSession, identity, signInWith } from '../../web/identity-client.ts'
import type { PendingRegistration } from './pending-registration.ts'

/** The result: `user` when a session was started, and whether the address from the registration was saved. */
export type Confirmed = { user: SessionUser | undefined; address: 'none' | 'saved' | 'failed' }

type ConfirmAnswer = Partial<{ idToken: string; expiresAt: string; user: SessionUser }>

/** After the confirmation: starts a session if possible, then saves the registration's other details. */
export async function finishRegistration(pending: PendingRegistration, answer: ConfirmAnswer): Promise<Confirmed> {
  const user = await startSession(pending, answer)
  if (!user) return { user, address: 'none' }
  const address = await saveDetails(pending)
  await sendWelcome(pending)
  return { user, address }
}

/** The session of the confirmation, or a sign-in with the password still in memory; undefined when both fail. */
async function startSession(pending: PendingRegistration, answer: ConfirmAnswer): Promise<SessionUser | undefined> {
  const { idToken, expiresAt, user } = answer
  if (idToken && expiresAt && user) {
    beginSession({ idToken, expiresAt, user })
    return user
  }
  const { email, password } = pending
  // The account is confirmed in any case. When this sign-in fails, the shopper goes to the sign-in page.
  const begun = password && (await signInWith({ email, password }).catch(() => undefined))
  if (!begun || !('idToken' in begun)) return undefined
  beginSession(begun)
  return begun.user
}

/** A failure does not block the registration. */
async function saveDetails({ shippingAddress, smsConsent, pushConsent }: PendingRegistration) {
  if (!shippingAddress) return 'none'
  const json = { shippingAddress, smsConsent, pushConsent }
  return call(identity.my.profile.$post({ json })).then(
    () => {
      tellAddressSaved()
      return 'saved' as const
    },
    () => 'failed' as const,
  )
}

/** Sends the welcome SMS to a shopper who consented; a failure is ignored. */
async function sendWelcome({ phone, smsConsent }: PendingRegistration) {
  if (!phone || !smsConsent) return
  await call(identity.sms['send-welcome'].$post({ json: { phone } })).catch(() => {})
}
