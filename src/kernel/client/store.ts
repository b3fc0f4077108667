import { useSyncExternalStore } from 'react'

type Leave = () => void

/** A value outside of React, and its listeners. */
export type Watched<Value> = {
  get: () => Value
  subscribe: (listener: () => void) => Leave
}

/**
 * Listeners of one kind of news. The page's other stores stand on it.
 * @param connect begins what brings the news from outside, at the first listener; its answer ends that, after the last one left.
 */
export function createNews<News = void>(connect?: () => Leave | undefined) {
  const listeners = new Set<(news: News) => void>()
  let disconnect: Leave | undefined
  return {
    tell(news: News): void {
      for (const listener of [...listeners]) listener(news)
    },
    subscribe(listener: (news: News) => void): Leave {
      const isFirst = listeners.size === 0
      listeners.add(listener)
      if (isFirst) disconnect = connect?.()
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) disconnect?.()
      }
    },
  }
}

/**
 * A value of this page.
 * @param first gives the value when it is first read, because the server's rendering has no browser.
 */
export function createStore<Value>(first: () => Value, connect?: () => Leave | undefined) {
  const { tell, subscribe } = createNews(connect)
  let kept: { value: Value } | undefined
  const get = () => {
    kept ??= { value: first() }
    return kept.value
  }
  return {
    get,
    subscribe,
    /** Keeps a value, and tells it if it is another one. */
    set(value: Value): void {
      const isSame = kept && Object.is(kept.value, value)
      kept = { value }
      if (!isSame) tell()
    },
  }
}

/**
 * The value of a store, for a component.
 * @param onServer the value in the server's rendering, which is cached for all visitors, and in the first one of the browser.
 * @param partOf what the component shows of the value; it renders again when that part changes.
 */
export function useStore<Value, Part = Value>(
  { get, subscribe }: Watched<Value>,
  onServer: Part,
  partOf: (value: Value) => Part = value => value as unknown as Part,
): Part {
  return useSyncExternalStore(
    subscribe,
    () => partOf(get()),
    () => onServer,
  )
}
