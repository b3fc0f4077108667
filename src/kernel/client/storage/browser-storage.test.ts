import { describe, expect, it } from 'vitest'
import { createSession } from '../session/session.ts'
import { guardStorage, jsonIn, TAB_STORAGE_SCRIPT } from './browser-storage.ts'

/** A browser that denies storage throws as soon as a page touches `localStorage`. */
const denied = () =>
  guardStorage(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })

/** A full storage still answers reads and takes removals. */
function full(kept: Record<string, string> = {}) {
  const values = new Map(Object.entries(kept))
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem() {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    },
    removeItem: (key: string) => void values.delete(key),
  }
  return { values, guarded: guardStorage(() => storage) }
}

describe('a guarded storage', () => {
  it('a denied storage keeps values as long as the page, and never throws [B-3.24]', () => {
    const storage = denied()
    expect([storage.getItem('a'), storage.canKeep()]).toEqual([null, false])
    storage.setItem('a', '')
    expect(storage.getItem('a')).toBe('')
    storage.removeItem('a')
    expect(storage.getItem('a')).toBeNull()
    storage.setItem('a', '{"n":1}')
    expect([jsonIn(storage, 'a'), jsonIn(storage, 'b')]).toEqual([{ n: 1 }, null])
  })

  it('a full storage shows the page its own newer value, and takes removals [B-3.24]', () => {
    const { values, guarded } = full({ a: 'old', b: 'old' })
    guarded.setItem('a', 'new')
    expect([guarded.getItem('a'), values.get('a'), guarded.canKeep()]).toEqual(['new', 'old', false])
    guarded.removeItem('b')
    expect([guarded.getItem('b'), values.has('b')]).toEqual([null, false])
  })

  it('a newer value of another tab replaces the value of this page', () => {
    const { values, guarded } = full({ a: 'old' })
    guarded.setItem('a', 'mine')
    values.set('a', 'of another tab')
    guarded.changedElsewhere('b')
    expect(guarded.getItem('a')).toBe('mine')
    guarded.changedElsewhere('a')
    expect(guarded.getItem('a')).toBe('of another tab')
    guarded.setItem('a', 'mine')
    guarded.changedElsewhere(null)
    expect(guarded.getItem('a')).toBe('of another tab')
  })

  it('malformed JSON reads as a missing value', () => {
    expect(jsonIn({ getItem: () => '{oops' }, 'a')).toBeNull()
  })

  it('the inline script replaces a denied storage of the tab only', () => {
    const run = (self: object) => new Function('self', `with(self){${TAB_STORAGE_SCRIPT}}`)(self)
    const closed = Object.defineProperty({} as { sessionStorage?: Storage }, 'sessionStorage', {
      configurable: true,
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    run(closed)
    expect(closed.sessionStorage?.getItem('a')).toBeNull()
    const open = { sessionStorage: 'as it is' }
    run(open)
    expect(open.sessionStorage).toBe('as it is')
  })
})

describe.each([
  ['denied', denied],
  ['full', () => full().guarded],
] as const)('with a %s storage', (_, open) => {
  it('a page asks the server for its session, because no hint survives a reload [B-3.24]', async () => {
    let asked = 0
    const fetch = async () => {
      asked++
      return new Response('{}', { status: 401 })
    }
    const session = createSession(fetch, open())
    expect(session.isExpected()).toBe(true)
    await session.open()
    expect([asked, session.state().status, session.isExpected()]).toEqual([1, 'guest', false])
  })
})
