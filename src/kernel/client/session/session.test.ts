import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSession, type SessionAnswer, WORD } from './session.ts'

const MINUTE = 60_000
const userOf = (id: string) => ({
  id,
  email: `${id}@example.com`,
  name: id,
  isAdmin: false,
  role: null,
  isSubscriber: false,
})
const answerOf = (idToken: string, id = 'sam'): SessionAnswer => ({
  idToken,
  expiresAt: new Date(Date.now() + 60 * MINUTE).toISOString(),
  user: userOf(id),
})

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-02T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

type Answer = number | 'network' | SessionAnswer

/** Fakes the tabs of one browser: a storage write in one tab reaches the others as an event. */
function openBrowser() {
  const stored = new Map<string, string>()
  const tabs: ReturnType<typeof createSession>[] = []
  function openTab(answers: Answer[] = []) {
    let asked = 0
    const fetch = async () => {
      asked++
      const answer = answers.shift() ?? answerOf(`token ${asked}`)
      if (answer === 'network') throw new TypeError('fetch failed')
      if (typeof answer === 'number') return new Response('{}', { status: answer })
      return new Response(JSON.stringify(answer))
    }
    const session = createSession(fetch, {
      getItem: key => stored.get(key) ?? null,
      removeItem: key => void stored.delete(key),
      setItem(key, value) {
        stored.set(key, value)
        if (key === WORD) for (const other of tabs) if (other !== session) other.hear(value)
      },
    })
    tabs.push(session)
    return { session, asked: () => asked }
  }
  return { openTab, stored }
}

describe('a page that opens', () => {
  it('sends no request when no user was signed in here', async () => {
    const { session, asked } = openBrowser().openTab()
    expect(session.state().status).toBe('unchecked')
    await session.open()
    expect([session.state().status, asked()]).toEqual(['guest', 0])
  })

  it('a page that opens finds its signed-in user', async () => {
    const { openTab, stored } = openBrowser()
    stored.set('redoubt.signed-in', '1')
    const { session } = openTab()
    expect(session.isExpected()).toBe(true)
    await session.open()
    expect(session.state()).toEqual({ status: 'signed-in', user: userOf('sam') })
    expect(session.current()).toBe('token 1')
  })

  it('a page without a session is a guest’s, and asks no more', async () => {
    const { openTab, stored } = openBrowser()
    stored.set('redoubt.signed-in', '1')
    const { session, asked } = openTab([401])
    await session.open()
    expect([session.state(), asked()]).toEqual([{ status: 'guest', user: undefined }, 1])
    expect(stored.has('redoubt.signed-in')).toBe(false)
  })

  it.each([
    ['away', 'network'],
    ['busy', 503],
  ] as const)(
    'a page asks up to 8 times more while the server is %s, with growing pauses [B-9.12]',
    async (_, trouble) => {
      const { openTab, stored } = openBrowser()
      stored.set('redoubt.signed-in', '1')
      const failing = openTab(Array.from({ length: 20 }, () => trouble))
      const opening = failing.session.open()
      await vi.advanceTimersByTimeAsync(60_000)
      await opening
      expect([failing.asked(), failing.session.state().status]).toEqual([9, 'guest'])
      // The cookie may still be valid, so the session asks again when the network is back.
      const recovering = openTab(Array.from({ length: 8 }, () => trouble))
      const again = recovering.session.open()
      await vi.advanceTimersByTimeAsync(60_000)
      await again
      expect([recovering.asked(), recovering.session.state().status]).toEqual([9, 'signed-in'])
    },
  )
})

describe('a token', () => {
  it('counts as expired 5 seconds early [B-9.14]', () => {
    const { session } = openBrowser().openTab()
    session.begin({ ...answerOf('first'), expiresAt: new Date(Date.now() + 10 * MINUTE).toISOString() })
    vi.setSystemTime(Date.now() + 10 * MINUTE - 5_001)
    expect(session.current()).toBe('first')
    vi.setSystemTime(Date.now() + 2)
    expect([session.current(), session.isExpected()]).toEqual([undefined, true])
  })

  it('is renewed every 50 minutes [B-9.14]', async () => {
    const { session, asked } = openBrowser().openTab()
    session.begin(answerOf('first'))
    await vi.advanceTimersByTimeAsync(50 * MINUTE - 1)
    expect([asked(), session.current()]).toEqual([0, 'first'])
    await vi.advanceTimersByTimeAsync(1)
    expect([asked(), session.current()]).toEqual([1, 'token 1'])
    await vi.advanceTimersByTimeAsync(50 * MINUTE)
    expect(asked()).toBe(2)
  })

  it('concurrent callers share one fetch of a token', async () => {
    const { session, asked } = openBrowser().openTab()
    session.begin(answerOf('first'))
    expect(await Promise.all([session.refresh(), session.refresh()])).toEqual(['token 1', 'token 1'])
    expect(asked()).toBe(1)
  })

  it('a token that arrives after sign-out is dropped', async () => {
    const { session } = openBrowser().openTab()
    session.begin(answerOf('first'))
    const late = session.refresh()
    session.end()
    await late
    expect([session.state().status, session.current()]).toEqual(['guest', undefined])
  })
})

describe('a session that the server has ended', () => {
  it('a lapsed session keeps its user and sends no request until the user signs in or leaves', async () => {
    const { session } = openBrowser().openTab([401])
    session.begin(answerOf('first'))
    await session.refresh()
    expect(session.state()).toEqual({ status: 'signed-in', user: userOf('sam'), lapsed: true })
    expect([session.current(), session.isExpected()]).toEqual([undefined, false])
    session.begin(answerOf('second'))
    expect(session.state()).toEqual({ status: 'signed-in', user: userOf('sam') })
  })

  it('an unreachable server does not lapse a session', async () => {
    const { session } = openBrowser().openTab(Array.from({ length: 9 }, () => 'network' as const))
    session.begin(answerOf('first'))
    const refreshing = session.refresh()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await refreshing).toBe('first')
    expect(session.state()).toEqual({ status: 'signed-in', user: userOf('sam') })
  })
})

describe('two tabs', () => {
  it('sign in together', async () => {
    const { openTab } = openBrowser()
    const [one, two] = [openTab(), openTab()]
    await two.session.open()
    one.session.begin(answerOf('first'))
    await vi.advanceTimersByTimeAsync(0)
    expect(two.session.state()).toEqual({ status: 'signed-in', user: userOf('sam') })
    expect(two.session.current()).toBe('token 1')
  })

  it('two tabs sign out together, and the other one says why [B-4.46]', () => {
    const { openTab } = openBrowser()
    const [one, two] = [openTab(), openTab()]
    two.session.begin(answerOf('first'))
    one.session.end()
    expect(two.session.state()).toEqual({ status: 'guest', user: undefined, leftElsewhere: true })
    expect(two.session.current()).toBeUndefined()
  })

  it('reactivates a lapsed tab when the user signs in beside it', async () => {
    const { openTab } = openBrowser()
    const [one, two] = [openTab([401]), openTab()]
    one.session.begin(answerOf('first'))
    await one.session.refresh()
    two.session.begin(answerOf('second'))
    await vi.advanceTimersByTimeAsync(0)
    expect(one.session.state()).toEqual({ status: 'signed-in', user: userOf('sam') })
  })

  it('typed text in one tab stays when another tab finds the session over', async () => {
    const { openTab } = openBrowser()
    const [one, two] = [openTab(), openTab([401])]
    one.session.begin(answerOf('first'))
    await two.session.open()
    expect(one.session.state().status).toBe('signed-in')
  })
})
