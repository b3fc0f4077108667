import { useEffect, useEffectEvent, useState } from 'react'
import type { Right } from '../rights.ts'
import { queryClient, realtime, transport } from './browser.ts'

/** A part of what staff see: the area of its rights. */
export type StaffPart = Right extends `${infer Area}.${string}` ? Area : never

type Listener = (changed: readonly StaffPart[] | 'unknown') => void

const listeners = new Set<Listener>()
let stop: (() => void) | undefined

const tell: Listener = changed => {
  for (const listener of [...listeners]) listener(changed)
}

/** The channel has one listener on a page; all that want to hear of it share it. */
function follow(listener: Listener): () => void {
  listeners.add(listener)
  let isFirst = true
  stop ??= realtime.listen<{ changed: StaffPart[] }>(
    'admin',
    ({ changed }) => tell(changed),
    () => {
      // After a connection that was lost, words may be missing.
      if (!isFirst) tell('unknown')
      isFirst = false
    },
  )
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
  }
}

/** So many orders may come that a screen which read each of them anew would read all day. */
const AT_MOST_EVERY_MS = 3000

/**
 * Follows what changes of the parts of the staff's screens, by colleagues, shoppers and the shop itself; also called when that
 * cannot be known, after the connection was lost. Several changes within three seconds are one.
 * @param paths of the API whose kept answers are old then.
 * @param onChange is called with how many changes came together.
 */
export function useAdminChannel(
  parts: readonly StaffPart[],
  paths: readonly string[],
  onChange: (count: number) => void,
) {
  const wanted = parts.join(' ')
  const changed = useEffectEvent((count: number) => {
    for (const path of paths) transport.invalidate(path)
    onChange(count)
  })
  useEffect(() => {
    let count = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = 0
    function pass() {
      timer = undefined
      last = Date.now()
      changed(count)
      count = 0
    }
    const unfollow = follow(heard => {
      if (heard !== 'unknown' && !heard.some(part => wanted.split(' ').includes(part))) return
      count++
      timer ??= setTimeout(pass, Math.max(0, last + AT_MOST_EVERY_MS - Date.now()))
    })
    return () => {
      clearTimeout(timer)
      unfollow()
    }
  }, [wanted])
}

/** So far down, rows that come in above push those that one reads. */
const READING_FROM_PX = 400

type LiveList = {
  parts: readonly StaffPart[]
  paths: readonly string[]
  /** Of the list's query. */
  queryKey: readonly unknown[]
  /** Whether rows must stay where they are, because some are chosen. */
  holds?: boolean
}

/**
 * Has a list read anew when something of it changes; but while rows are chosen or one reads further down, only counts what came.
 * @returns how much is not shown yet, and what shows it: for `<LiveHint>`.
 */
export function useLiveList({ parts, paths, queryKey, holds = false }: LiveList): {
  count: number
  onShow: () => void
} {
  const [count, setCount] = useState(0)
  function onShow() {
    setCount(0)
    void queryClient.invalidateQueries({ queryKey })
  }
  useAdminChannel(parts, paths, more =>
    holds || window.scrollY > READING_FROM_PX ? setCount(now => now + more) : onShow(),
  )
  const showWaiting = useEffectEvent(() => {
    if (count > 0 && window.scrollY <= READING_FROM_PX) onShow()
  })
  // What waited for the choice to end, the own act on the chosen ones among it, is shown when it has ended.
  useEffect(() => {
    if (!holds) showWaiting()
  }, [holds])
  return { count, onShow }
}
