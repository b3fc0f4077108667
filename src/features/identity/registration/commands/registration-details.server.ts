import { recordConsent } from '#features/notifications/commands/record-consent.server.ts'
import { CONSENT_WORDING } from '#features/notifications/consents/consent-wording.ts'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { isServed } from '#kernel/shipping/served-countries.server.ts'
import { saveShippingAddress } from '../../shipping/commands/shipping-address.server.ts'
import type { RegisterBody, ShippingAddress } from '../../user/contract.ts'

const CHANNELS = ['sms', 'push'] as const
type Wording = { version: string; text: string }
/** The given consents with the wording beside their boxes: a later release may word them otherwise before the confirmation. */
type Consents = Partial<Record<(typeof CHANNELS)[number], Wording>>

type Details = Pick<RegisterBody, 'shippingAddress' | 'smsConsent' | 'pushConsent'>

/** The columns of a registration that keep its address and consents until the confirmation. */
export function columnsOfDetails(ctx: DataContext, { shippingAddress, smsConsent, pushConsent }: Details) {
  const consents: Consents = {
    ...(smsConsent && { sms: CONSENT_WORDING.sms }),
    ...(pushConsent && { push: CONSENT_WORDING.push }),
  }
  return {
    shipping_address: shippingAddress ? JSON.stringify(shippingAddress) : null,
    consents: JSON.stringify(consents),
    user_agent: ctx.userAgent,
  }
}

type Kept = { shipping_address: unknown; consents: unknown; created_at: Date; ip: string; user_agent: string }

/**
 * Turns address and consents of a registration into those of its new user. The consents count from the registration.
 * @returns whether an address was saved. One in a country that the shop left since then is dropped, so that the account is confirmed.
 */
export async function keepDetails(tx: TransactionContext, userId: string, registration: Kept): Promise<boolean> {
  const { created_at: at, ip, user_agent: userAgent } = registration
  const consents = registration.consents as Consents
  for (const channel of CHANNELS) {
    const wording = consents[channel]
    if (!wording) continue
    const evidence = { at, ip, userAgent, wording }
    await recordConsent(tx, { userId, channel, given: true, source: 'registration', evidence })
  }
  const address = registration.shipping_address as ShippingAddress | null
  if (!address || !isServed(tx, address.country)) return false
  await saveShippingAddress(tx, { userId, address })
  return true
}
