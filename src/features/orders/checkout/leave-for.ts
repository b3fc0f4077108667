import { ApiError } from '#platform/client/api-error.ts'

const NOT_REDIRECTED = 'Redirect failed. Try again.'
/** A payment page that has not taken over by then does not come. */
const REDIRECT_MS = 15_000

/**
 * Leaves for the payment page; whoever waits for this is busy until the browser has left.
 * @throws when the page is still here after a while; coming back to it by the browser's Back ends the wait in peace.
 */
export function leaveFor(url: string): Promise<void> {
  window.location.assign(url)
  return new Promise((back, fail) => {
    const timer = setTimeout(
      () => fail(new ApiError({ status: 0, code: 'not_redirected', detail: NOT_REDIRECTED })),
      REDIRECT_MS,
    )
    const returned = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      clearTimeout(timer)
      back()
    }
    window.addEventListener('pageshow', returned, { once: true })
  })
}
