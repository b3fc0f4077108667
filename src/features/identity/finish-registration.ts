import { call } from '#platform/client/call.ts'
import type { SessionUser } from '#platform/client/session.ts'
import { beginSession, identity, signInWith } from './identity-client.ts'
import type { PendingRegistration } from './pending-registration.ts'
import { tellAddressSaved } from './use-shipping-status.ts'

/** How it ended: `user` when a session was started, and what became of the address that was given at registration. */
export type Confirmed = { user: SessionUser | undefined; address: 'none' | 'saved' | 'failed' }

type ConfirmAnswer = Partial<{ idToken: string; expiresAt: string; user: SessionUser }>

/** After the account is confirmed: a session if one can be had, then what the registration asked beyond the account. */
export async function finishRegistration(pending: PendingRegistration, answer: ConfirmAnswer): Promise<Confirmed> {
  const user = await startSession(pending, answer)
  if (!user) return { user, address: 'none' }
  const address = await saveDetails(pending)
  await sendWelcome(pending)
  return { user, address }
}

/** The session of the confirmation, or one by the password that is still in memory; none when both fail. */
async function startSession(pending: PendingRegistration, answer: ConfirmAnswer): Promise<SessionUser | undefined> {
  const { idToken, expiresAt, user } = answer
  if (idToken && expiresAt && user) {
    beginSession({ idToken, expiresAt, user })
    return user
  }
  const { email, password } = pending
  // The account is confirmed either way; whoever cannot be signed in here is sent to the sign-in.
  const begun = password && (await signInWith({ email, password }).catch(() => undefined))
  if (!begun || !('idToken' in begun)) return undefined
  beginSession(begun)
  return begun.user
}

/** A failure does not stand in the way (customer-side.md section 8). */
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

/** The greeting by SMS, for whoever wanted messages; a failure is nobody's business here. */
async function sendWelcome({ phone, smsConsent }: PendingRegistration) {
  if (!phone || !smsConsent) return
  await call(identity.sms['send-welcome'].$post({ json: { phone } })).catch(() => {})
}
