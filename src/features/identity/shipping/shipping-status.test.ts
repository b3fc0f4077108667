import { expect, it } from 'vitest'
import { ADDRESS_UPDATED, createShippingStatus, KEPT_MS, RETRY_MS, THROTTLE_MS } from './web/use-shipping-status.ts'

/** A tab with a clock, storage and server that the test controls. */
function openTab({ stored = new Map<string, string>(), start = 1_000_000 } = {}) {
  let time = start
  let asked = 0
  const server = {
    answers: [{ userId: 'a', isComplete: true }] as ({ userId: string; isComplete: boolean } | undefined)[],
  }
  const slept: number[] = []
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const status = createShippingStatus({
    storage,
    now: () => time,
    async ask() {
      asked++
      return server.answers.length > 1 ? server.answers.shift() : server.answers[0]
    },
    async sleep(ms) {
      slept.push(ms)
      time += ms
    },
  })
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  const window = new EventTarget()
  const stop = status.follow(page as unknown as Document, window)
  return {
    status,
    stored,
    server,
    slept,
    stop,
    page,
    asked: () => asked,
    pass(ms: number) {
      time += ms
    },
    comeBack: () => page.dispatchEvent(new Event('visibilitychange')),
    storageChanged: (key: string | null) => window.dispatchEvent(Object.assign(new Event('storage'), { key })),
    saved: () => window.dispatchEvent(new Event(ADDRESS_UPDATED)),
    rest: () => new Promise(done => setTimeout(done)),
  }
}

it('has the intervals: 5 minutes, 2 s, 2 s [B-4.27]', () => {
  expect([KEPT_MS, THROTTLE_MS, RETRY_MS]).toEqual([300_000, 2000, 2000])
  expect(ADDRESS_UPDATED).toBe('shippingAddressUpdated')
})

it('the status is known for 5 minutes, also after a reload, and for its own user only [B-3.22] [B-4.27]', async () => {
  const tab = openTab()
  expect(tab.status.of('a')).toBeUndefined()
  await tab.status.check()
  expect(tab.status.of('a')).toBe('complete')
  expect(tab.status.of('b')).toBeUndefined()
  expect(tab.status.of(undefined)).toBeUndefined()
  expect(openTab({ stored: tab.stored }).status.of('a')).toBe('complete')
  tab.pass(KEPT_MS - 1)
  expect(tab.status.of('a')).toBe('complete')
  tab.pass(1)
  expect(tab.status.of('a')).toBeUndefined()
})

it('asks at most once in 2 s unless it is forced [B-4.27]', async () => {
  const tab = openTab()
  for (let n = 0; n < 5; n++) await tab.status.check()
  expect(tab.asked()).toBe(1)
  await tab.status.check({ force: true })
  expect(tab.asked()).toBe(2)
  tab.pass(THROTTLE_MS - 1)
  await tab.status.check()
  expect(tab.asked()).toBe(2)
  tab.pass(1)
  await tab.status.check()
  expect(tab.asked()).toBe(3)
})

it('asks again when the tab becomes visible, on a storage change, and at once after a save [B-4.27]', async () => {
  const tab = openTab()
  tab.comeBack()
  tab.pass(THROTTLE_MS)
  tab.storageChanged('redoubt.theme')
  expect(tab.asked()).toBe(2)
  tab.saved()
  expect(tab.asked()).toBe(3)
  tab.pass(THROTTLE_MS)
  tab.page.visibilityState = 'hidden'
  tab.comeBack()
  expect(tab.asked()).toBe(3)
  tab.stop()
  tab.page.visibilityState = 'visible'
  tab.comeBack()
  tab.saved()
  expect(tab.asked()).toBe(3)
  await tab.rest()
})

it('takes the status that another tab has read instead of asking', async () => {
  const stored = new Map<string, string>()
  const [one, two] = [openTab({ stored }), openTab({ stored })]
  let told = 0
  two.status.subscribe(() => told++)
  one.server.answers = [{ userId: 'a', isComplete: false }]
  await one.status.check()
  two.storageChanged('redoubt.shipping-status')
  expect([two.status.of('a'), two.asked(), told]).toEqual(['incomplete', 0, 1])
})

it('tries once more after 2 s when no user is signed in yet [B-4.27]', async () => {
  const tab = openTab()
  tab.server.answers = [undefined, { userId: 'a', isComplete: true }]
  await tab.status.check()
  expect([tab.slept, tab.asked(), tab.status.of('a')]).toEqual([[RETRY_MS], 2, 'complete'])
  const guest = openTab()
  guest.server.answers = [undefined]
  await guest.status.check()
  expect([guest.asked(), guest.status.of('a')]).toEqual([2, undefined])
})

it('ignores foreign values in the storage', () => {
  for (const junk of ['', 'x', '{}', '[]', 'null', '{"userId":"a","status":"yes","at":1000000}'])
    expect(openTab({ stored: new Map([['redoubt.shipping-status', junk]]) }).status.of('a')).toBeUndefined()
})
