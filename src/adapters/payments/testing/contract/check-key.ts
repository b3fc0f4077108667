/** Where the script looks for a key; the shop's own key is never used for it. */
export const KEY_NAME = 'STRIPE_CHECK_KEY'

/**
 * The key of Stripe's test mode that the contract runs with; undefined for the sandbox.
 * @throws for any other key, because the contract buys, refunds and disputes.
 */
export function checkKeyOf(env: Record<string, string | undefined>): string | undefined {
  const key = env[KEY_NAME]
  if (!key) return undefined
  if (/^[sr]k_test_\w+$/.test(key)) return key
  const fault = /_live_/.test(key) ? 'is a live key' : 'is no secret key'
  throw new Error(`${KEY_NAME} ${fault}. The check takes a key of the test mode only: sk_test_… or rk_test_….`)
}
