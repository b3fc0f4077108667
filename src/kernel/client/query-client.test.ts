import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from './calls/api-error.ts'
import { clientOfRendering, queryClient } from './query-client.ts'

let sent: number
const answer = async () => ({ n: ++sent })
const read = (queryFn: () => Promise<unknown> = answer) => queryClient.fetchQuery({ queryKey: ['products'], queryFn })

beforeEach(() => {
  sent = 0
  vi.useFakeTimers()
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

it('GET answers are kept for 10 seconds [B-7.2] [B-12.237]', async () => {
  await read()
  vi.advanceTimersByTime(9_999)
  expect(await read()).toEqual({ n: 1 })
  vi.advanceTimersByTime(1)
  expect(await read()).toEqual({ n: 2 })
})

it('identical GETs in flight are shared [B-7.2]', async () => {
  expect(await Promise.all([read(), read()])).toEqual([{ n: 1 }, { n: 1 }])
})

it('failed GET answers are not kept', async () => {
  await expect(
    read(() => Promise.reject(new ApiError({ status: 404, code: 'not_found', detail: 'Not found.' }))),
  ).rejects.toThrow('Not found.')
  expect(await read()).toEqual({ n: 1 })
})

it('an invalidated answer is fetched again', async () => {
  await read()
  await queryClient.invalidateQueries({ queryKey: ['products'] })
  expect(await read()).toEqual({ n: 2 })
})

it('each rendering on the server has a cache of its own', () => {
  clientOfRendering().setQueryData(['giveaways', 'past'], ['Field Kit'])
  expect(clientOfRendering().getQueryData(['giveaways', 'past'])).toBeUndefined()
  expect(queryClient.getQueryData(['giveaways', 'past'])).toBeUndefined()
})
