import { useEffect, useEffectEvent, useState } from 'react'
import type { Right } from '../../rights.ts'
import { realtime } from '../browser.ts'
import { queryClient } from '../query-client.ts'
import { createNews } from '../store.ts'

/** A part of the admin area, named by the area of its rights. */
export type StaffPart = Right extends `${infer Area}.${string}` ? Area : never

/** All listeners of a page share one subscription to the channel. */
const changes = createNews<readonly StaffPart[] | 'unknown'>(() => {
  let isFirst = true
  return realtime.listen<{ changed: StaffPart[] }>(
    'admin',
    ({ changed }) => changes.tell(changed),
    () => {
      // Messages may have been lost before a reconnection.
      if (!isFirst) changes.tell('unknown')
      isFirst = false
    },
  )
})

/** Minimum interval between updates, because a screen would reload constantly when many orders arrive. */
const AT_MOST_EVERY_MS = 3000

/**
 * Follows changes in parts of the admin area, by colleagues, shoppers and the shop itself. Also fires after a reconnection, because
 * changes may have been missed. Changes within 3 seconds are combined.
 * @param onChange receives the number of combined changes.
 */
export function useAdminChannel(parts: readonly StaffPart[], onChange: (count: number) => void) {
  const wanted = parts.join(' ')
  const changed = useEffectEvent(onChange)
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
    const unfollow = changes.subscribe(heard => {
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

/** Scroll position in px from which new rows at the top would move the rows that the user reads. */
const READING_FROM_PX = 400

type LiveList = {
  parts: readonly StaffPart[]
  /** Key of the list's query. */
  queryKey: readonly unknown[]
  /** True while rows are selected and must not move. */
  holds?: boolean
}

/**
 * Fetches a list again on changes. While rows are selected or the user has scrolled down, only counts the changes.
 * @returns the number of hidden changes and a function that shows them, for `<LiveHint>`.
 */
export function useLiveList({ parts, queryKey, holds = false }: LiveList): {
  count: number
  onShow: () => void
} {
  const [count, setCount] = useState(0)
  function onShow() {
    setCount(0)
    void queryClient.invalidateQueries({ queryKey })
  }
  useAdminChannel(parts, more => (holds || window.scrollY > READING_FROM_PX ? setCount(now => now + more) : onShow()))
  const showWaiting = useEffectEvent(() => {
    if (count > 0 && window.scrollY <= READING_FROM_PX) onShow()
  })
  // Shows waiting changes when the selection ends, including those by the user's own bulk action.
  useEffect(() => {
    if (!holds) showWaiting()
  }, [holds])
  return { count, onShow }
}
