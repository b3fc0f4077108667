import { ApiError } from '#kernel/client/calls/api-error.ts'

const NOT_REDIRECTED = 'Redirect failed. Try again.'
/** A payment page that has not opened within 15 seconds counts as failed. */
const REDIRECT_MS = 15_000

/**
 * Opens the payment page. The promise stays pending until the browser has left.
 * @throws ApiError when this page is still open after 15 seconds. A return by the browser's Back button resolves the promise.
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
