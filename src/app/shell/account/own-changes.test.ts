import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { createTransport } from '#kernel/client/calls/transport.ts'
import { followOwnChanges } from './own-changes.ts'

const KEYS = [
  ['credits'],
  ['credits', 'history'],
  ['my', 'entries'],
  ['my', 'purchases', 'list'],
  ['my', 'profile'],
  ['orders', 'a'],
  ['giveaways', 'open'],
  ['slots', 'g', 'u'],
]

let queryClient: QueryClient
/** The server side of the channel. */
let tell: (changed: string[]) => void
let start: () => void
let stopped: boolean
let asked: string[]
const transport = createTransport({
  fetch: async input => {
    asked.push(new URL((input as Request).url).pathname)
    return Response.json({})
  },
  tokens: { current: () => undefined, isExpected: () => false, refresh: async () => undefined },
})
const read = (path: string) => transport(`http://shop.test${path}`)
const stale = () => KEYS.filter(key => queryClient.getQueryState(key)?.isInvalidated)

function follow() {
  return followOwnChanges({
    queryClient,
    transport,
    realtime: {
      listen<T>(channel: string, onData: (payload: T) => void, onStart: () => void) {
        expect(channel).toBe('my')
        tell = changed => onData({ changed } as T)
        start = onStart
        return () => {
          stopped = true
        }
      },
    },
  })
}

beforeEach(() => {
  queryClient = new QueryClient()
  for (const key of KEYS) queryClient.setQueryData(key, {})
  stopped = false
  asked = []
})

it('a change of the user invalidates the affected queries and cached answers only', async () => {
  follow()
  start()
  expect(stale()).toEqual([])
  for (const path of ['/api/credits', '/api/my/profile', '/api/credits']) await read(path)
  expect(asked).toEqual(['/api/credits', '/api/my/profile'])
  tell(['credits'])
  expect(stale()).toEqual([['credits'], ['credits', 'history']])
  for (const path of ['/api/credits', '/api/my/profile']) await read(path)
  expect(asked).toEqual(['/api/credits', '/api/my/profile', '/api/credits'])
})

it('a change of the user names the queries that show orders and entries', () => {
  follow()
  tell(['orders'])
  expect(stale()).toEqual([
    ['my', 'purchases', 'list'],
    ['orders', 'a'],
  ])
  tell(['entries'])
  expect(stale()).toEqual(KEYS.slice(2).filter(([, part]) => part !== 'profile'))
})

it('a reconnect invalidates everything of the user', () => {
  const stop = follow()
  start()
  start()
  expect(stale()).toEqual(KEYS.filter(([, part]) => part !== 'profile'))
  stop()
  expect(stopped).toBe(true)
})
