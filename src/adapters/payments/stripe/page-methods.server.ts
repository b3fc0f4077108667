import type Stripe from 'stripe'

/** The configuration changes when an owner switches a method on in Stripe's dashboard. */
const KNOWN_MS = 60 * 60_000
/** A shopper waits for the first answer at the choice of the payment method. */
const PATIENCE_MS = 2000

const WALLETS = { apple_pay: 'Apple Pay', google_pay: 'Google Pay', link: 'Link' } as const
const CARD = 'Card'

/**
 * The methods on Stripe's page, from the account's payment method configuration. Wallets appear where browser and device have them.
 * @returns the call; it names cards alone while Stripe does not answer, or when the key may not read the configuration.
 */
export function readPageMethods(stripe: Stripe): () => Promise<string[]> {
  let known: string[] = [CARD]
  let knownUntil = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined
  const askOnce = async () => {
    const options = { timeout: PATIENCE_MS, maxNetworkRetries: 0 }
    const answer = await stripe.paymentMethodConfigurations.list({ limit: 100 }, options).catch(() => undefined)
    const inUse = answer?.data.find(({ active, is_default }) => active && is_default)
    if (inUse) known = [CARD, ...walletsIn(inUse)]
    knownUntil = performance.now() + KNOWN_MS
    asking = undefined
  }
  return async () => {
    if (performance.now() > knownUntil) {
      asking ??= askOnce()
      await asking
    }
    return known
  }
}

const walletsIn = (configuration: Stripe.PaymentMethodConfiguration): string[] =>
  (Object.keys(WALLETS) as (keyof typeof WALLETS)[])
    .filter(name => configuration[name]?.available && configuration[name].display_preference.value === 'on')
    .map(name => WALLETS[name])
