/** customer-side.md section 4: link verification is asked for every 5 s, up to 180 s. */
export const WATCH_EVERY_MS = 5000
export const WATCH_FOR_MS = 180_000

/**
 * Waits for the account to be confirmed by the link, wherever that is opened: asks at a steady pace for as long as a sign-in
 * may take, and at once when the person comes back to this tab. One question at a time.
 * @param ask whether it is confirmed, and then goes on; the first yes is the last question. One that fails counts as no.
 * @param page where coming back is heard, `document`.
 * @returns a function that ends the waiting.
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
