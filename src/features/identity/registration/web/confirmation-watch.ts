/** Polls the confirmation every 5 s, up to 180 s. */
export const WATCH_EVERY_MS = 5000
export const WATCH_FOR_MS = 180_000

/**
 * Waits until the account is confirmed by the link in any browser. Polls at a fixed interval, and at once when the shopper returns to this
 * tab. Sends one request at a time.
 * @param ask returns whether the account is confirmed, and then continues; the first true ends the polling. A failure counts as false.
 * @param page the `document`, for its visibility events.
 * @returns a function that stops the polling.
 */
export function watchConfirmation(
  ask: () => Promise<boolean>,
  page: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>,
): () => void {
  const until = Date.now() + WATCH_FOR_MS
  let asking = false
  let over = false

  async function look() {
    if (asking || over) return
    if (Date.now() > until) return end()
    asking = true
    const confirmed = await ask().catch(() => false)
    asking = false
    if (confirmed) end()
  }
  const onReturn = () => page.visibilityState === 'visible' && void look()
  const timer = setInterval(() => void look(), WATCH_EVERY_MS)
  page.addEventListener('visibilitychange', onReturn)
  function end() {
    over = true
    clearInterval(timer)
    page.removeEventListener('visibilitychange', onReturn)
  }
  return end
}
