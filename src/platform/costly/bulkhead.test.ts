import { describe, expect, it } from 'vitest'
import { BulkheadFull, createBulkhead } from './bulkhead.server.ts'
import { createCostly } from './costly.server.ts'
import { COSTLY, type CostlyName, hashesAtOnce } from './costly-work.ts'

/** Node's threads without `UV_THREADPOOL_SIZE`. */
const THREADS = 4
const LONG_MS = 60_000

/** Work that runs until its gate opens, and the order in which it began. */
function gated() {
  const began: string[] = []
  const gates: PromiseWithResolvers<string>[] = []
  let isOpen = false
  const work = (name: string) => () => {
    const gate = Promise.withResolvers<string>()
    gates.push(gate)
    began.push(name)
    if (isOpen) gate.resolve(name)
    return gate.promise
  }
  const openAll = () => {
    isOpen = true
    gates.forEach((gate, at) => gate.resolve(began[at]!))
  }
  return {
    ...{ began, work, openAll },
    free: (at: number) => gates[at]!.resolve(began[at]!),
    untilBegan: (count: number) => expect.poll(() => began.length).toBe(count),
  }
}

const isRefused = async (work: Promise<unknown>) =>
  expect(
    await work.then(
      () => undefined,
      error => error,
    ),
  ).toBeInstanceOf(BulkheadFull)

describe.each(Object.keys(COSTLY) as CostlyName[])('the bulkhead of %s', name => {
  const { atOnce, waiting, eachAtOnce, eachWaiting } = COSTLY[name]

  it('runs its limit, queues up to its length, and refuses one more; a finished piece makes room [B-30.4]', async () => {
    const bulkhead = createCostly()[name]
    const { began, work, free, openAll, untilBegan } = gated()
    const calls = Array.from({ length: atOnce + waiting }, (_, n) => bulkhead.run(`client ${n}`, work(`${n}`)))
    await untilBegan(atOnce)
    expect(bulkhead.counts()).toEqual({ running: atOnce, waiting })
    await isRefused(bulkhead.run('one more', work('one more')))
    free(0)
    await untilBegan(atOnce + 1)
    const late = bulkhead.run('late', work('late'))
    await isRefused(bulkhead.run('one more', work('one more')))
    openAll()
    expect(await Promise.all([...calls, late])).toEqual([...calls.keys()].map(String).concat('late'))
    expect(began).toEqual([...calls.keys()].map(String).concat('late'))
    await expect.poll(bulkhead.counts).toEqual({ running: 0, waiting: 0 })
  })

  it('refuses one client beyond its share, and serves other clients before it [B-30.5]', async () => {
    const bulkhead = createCostly()[name]
    const { began, work, openAll } = gated()
    const greedy = Array.from({ length: eachAtOnce + eachWaiting }, (_, n) => bulkhead.run('greedy', work(`${n}`)))
    await isRefused(bulkhead.run('greedy', work('too many')))
    const others = ['one', 'two'].map(other => bulkhead.run(other, work(other)))
    openAll()
    await Promise.all([...greedy, ...others])
    // The shared queue held no more pieces of the greedy client than `eachAtOnce`.
    expect([began.indexOf('one'), began.indexOf('two')].map(at => at <= 2 * eachAtOnce + 1)).toEqual([true, true])
    expect(began).not.toContain('too many')
  })
})

describe('a bulkhead', () => {
  const bounds = { atOnce: 1, eachAtOnce: 1, waiting: 1, eachWaiting: 1, waitMs: LONG_MS }

  it('refuses work whose turn does not come in time, and never begins it [B-30.4]', async () => {
    const bulkhead = createBulkhead({ ...bounds, waitMs: 5 })
    const { began, work, free, untilBegan } = gated()
    const first = bulkhead.run('a', work('first'))
    await untilBegan(1)
    await isRefused(bulkhead.run('b', work('late')))
    free(0)
    await first
    const next = bulkhead.run('b', work('next'))
    await untilBegan(2)
    free(1)
    await next
    expect(began).toEqual(['first', 'next'])
  })

  it('gives each client one turn a round, however many pieces it has queued [B-30.5]', async () => {
    const bulkhead = createBulkhead({ ...bounds, waiting: 8, eachWaiting: 8 })
    const { began, work, openAll, untilBegan } = gated()
    const many = ['a1', 'a2', 'a3', 'a4'].map(piece => bulkhead.run('a', work(piece)))
    await untilBegan(1)
    const others = ['b1', 'b2'].map(piece => bulkhead.run('b', work(piece)))
    const last = bulkhead.run('c', work('c1'))
    openAll()
    await Promise.all([...many, ...others, last])
    expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('gives the place of a caller that left to another, and never begins its work [B-30.4]', async () => {
    // Longer than the test may take, so that only the caller ends the wait.
    const bulkhead = createBulkhead({ ...bounds, waitMs: 10 * LONG_MS })
    const { began, work, openAll, untilBegan } = gated()
    const first = bulkhead.run('a', work('first'))
    await untilBegan(1)
    const caller = new AbortController()
    const left = isRefused(bulkhead.run('b', work('left'), { leaving: caller.signal }))
    await isRefused(bulkhead.run('c', work('no room')))
    caller.abort()
    await left
    await isRefused(bulkhead.run('c', work('gone already'), { leaving: caller.signal }))
    const next = bulkhead.run('c', work('next'))
    openAll()
    await Promise.all([first, next])
    expect(began).toEqual(['first', 'next'])
    await expect.poll(bulkhead.counts).toEqual({ running: 0, waiting: 0 })
  })

  it('frees the turn of work that fails', async () => {
    const bulkhead = createBulkhead(bounds)
    await expect(bulkhead.run('a', async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await bulkhead.run('a', async () => 'next')).toBe('next')
  })

  it('keeps the turn of an answer until its body has left', async () => {
    const bulkhead = createBulkhead({ ...bounds, waiting: 0 })
    const sent = Promise.withResolvers<void>()
    expect(await bulkhead.run('a', async () => 'head', { until: () => sent.promise })).toBe('head')
    await isRefused(bulkhead.run('b', async () => 'other'))
    sent.resolve()
    await expect.poll(() => bulkhead.counts().running).toBe(0)
    expect(await bulkhead.run('b', async () => 'other')).toBe('other')
  })

  it('answers at once and keeps the turn as long as the piece took, so that the main thread is free half of the time [B-30.7]', async () => {
    const bulkhead = createBulkhead({ ...bounds, waiting: 0, rests: true })
    const { work, free, untilBegan } = gated()
    const first = bulkhead.run('a', work('first'))
    await untilBegan(1)
    // The piece takes several turns of the event loop.
    await isRefused(bulkhead.run('b', work('second')))
    free(0)
    expect(await first).toBe('first')
    expect(bulkhead.counts().running).toBe(1)
    await expect.poll(() => bulkhead.counts().running).toBe(0)
  })

  it('sets no time limit for the shop’s own work', async () => {
    const bulkhead = createBulkhead({ ...bounds, waitMs: 5 })
    const { work, free, untilBegan } = gated()
    const own = Array.from({ length: 8 }, (_, n) => bulkhead.run('', work(`${n}`)))
    for (let n = 0; n < 8; n++) {
      await untilBegan(n + 1)
      free(n)
    }
    expect(await Promise.all(own)).toHaveLength(8)
  })
})

describe('the rest of the main thread', () => {
  const resting = (Object.keys(COSTLY) as CostlyName[]).filter(name => 'rests' in COSTLY[name])
  const BUSY_MS = 30

  it('is one for all kinds: a piece waits while another kind rests, in the order in which they came [B-30.7]', async () => {
    const costly = createCostly()
    const order: string[] = []
    const busy = (name: string) => async () => {
      order.push(name)
      const began = performance.now()
      while (performance.now() - began < BUSY_MS);
      // Other work that is due in the rest.
      setTimeout(() => order.push(`others after ${name}`), BUSY_MS / 2)
    }
    expect(resting.length).toBeGreaterThanOrEqual(4)
    await Promise.all(resting.map(name => costly[name].run('a', busy(name))))
    const last = resting.at(-1)!
    await expect.poll(() => order.at(-1)).toBe(`others after ${last}`)
    expect(order).toEqual(resting.flatMap(name => [name, `others after ${name}`]))
  })

  it('blocks no piece within a piece of another kind', async () => {
    const costly = createCostly()
    const [outer, inner] = [costly[resting[0]!], costly[resting[1]!]]
    const nested = (name: string) => outer.run(name, () => inner.run(name, async () => name))
    expect(await Promise.all([nested('a'), nested('b')])).toEqual(['a', 'b'])
  })
})

it('hashes run one at a time on two processors, and two on more [B-30.4]', () => {
  expect([1, 2, 3, 4, 8, 64].map(hashesAtOnce)).toEqual([1, 1, 1, 2, 2, 2])
})

it('pictures and hashes leave one of Node’s threads to files and names [B-30.4]', () => {
  expect(COSTLY.pictures.atOnce + COSTLY.passwords.atOnce).toBeLessThan(THREADS)
})
