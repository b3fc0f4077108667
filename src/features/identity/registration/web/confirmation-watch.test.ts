import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { confirmationLink, readConfirmationLink } from '../../user/rules.ts'
import { WATCH_EVERY_MS, WATCH_FOR_MS, watchConfirmation } from './confirmation-watch.ts'

/** The part of a page that the watch listens to. */
class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'
  comeBack() {
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watch(answer: () => boolean | Promise<boolean>) {
  const page = new Page()
  let asked = 0
  const end = watchConfirmation(
    async () => {
      asked++
      return answer()
    },
    page as unknown as Document,
  )
  return { page, end, asked: () => asked }
}

it('the waiting tab asks every 5 s, up to 180 s [B-4.11]', async () => {
  expect([WATCH_EVERY_MS, WATCH_FOR_MS]).toEqual([5000, 180_000])
  const { asked } = watch(() => false)
  await vi.advanceTimersByTimeAsync(4999)
  expect(asked()).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked()).toBe(1)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked()).toBe(36)
})

it('the waiting tab stops when the account is confirmed', async () => {
  let yes = false
  const { asked } = watch(() => yes)
  await vi.advanceTimersByTimeAsync(10_000)
  yes = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(3)
})

it('the waiting tab asks at once when the user returns, and never twice at a time', async () => {
  const { page, asked } = watch(() => new Promise(() => {}))
  page.comeBack()
  page.comeBack()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked()).toBe(1)
})

it('the waiting tab continues after a failed answer, and stops when the page is left', async () => {
  const { end, asked } = watch(() => Promise.reject(new Error('offline')))
  await vi.advanceTimersByTimeAsync(10_000)
  end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(2)
})

it('a confirmation link is read strictly', () => {
  const link = confirmationLink('https://redoubt.test', 'a+b@example.com', '012345')
  expect(new URL(link).pathname + new URL(link).search).toBe('/confirm-account')
  expect(readConfirmationLink(new URL(link).hash)).toEqual({ email: 'a+b@example.com', code: '012345' })
  for (const hash of ['', '#', '#code=123456', '#email=a@b.co&code=12345', '#email=a@b.co&code=12345x'])
    expect(readConfirmationLink(hash)).toBeUndefined()
})
