import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
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
const stale = () => KEYS.filter(key => queryClient.getQueryState(key)?.isInvalidated)

function follow() {
  return followOwnChanges({
    queryClient,
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
})

it('a change of the user invalidates the affected queries only', async () => {
  follow()
  start()
  expect(stale()).toEqual([])
  tell(['credits'])
  expect(stale()).toEqual([['credits'], ['credits', 'history']])
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
