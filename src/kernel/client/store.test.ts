import { expect, it } from 'vitest'
import { createNews, createStore } from './store.ts'

it('a store reads its first value once, when it is asked', () => {
  let reads = 0
  const store = createStore(() => ++reads)
  expect(reads).toBe(0)
  expect([store.get(), store.get(), reads]).toEqual([1, 1, 1])
})

it('a store tells each listener of another value, and none of the same', () => {
  const store = createStore(() => 'dark')
  const heard: string[] = []
  const leave = store.subscribe(() => heard.push(`a ${store.get()}`))
  store.subscribe(() => heard.push(`b ${store.get()}`))
  store.set('light')
  store.set('light')
  leave()
  store.set('system')
  expect(heard).toEqual(['a light', 'b light', 'b system'])
})

it('news connect at the first listener and end after the last one', () => {
  const steps: string[] = []
  const news = createNews<number>(() => {
    steps.push('connected')
    return () => steps.push('left')
  })
  const leaves = [1, 2].map(n => news.subscribe(heard => steps.push(`${n} hears ${heard}`)))
  news.tell(7)
  // A second call of one listener does not count as another one's.
  leaves[0]!()
  leaves[0]!()
  news.tell(8)
  leaves[1]!()
  news.tell(9)
  news.subscribe(() => {})
  expect(steps).toEqual(['connected', '1 hears 7', '2 hears 7', '2 hears 8', 'left', 'connected'])
})

it('a listener that leaves and joins while it hears is called once', () => {
  const news = createNews()
  let calls = 0
  const hear = () => {
    calls++
    leave()
    leave = news.subscribe(hear)
  }
  let leave = news.subscribe(hear)
  news.tell()
  expect(calls).toBe(1)
})
