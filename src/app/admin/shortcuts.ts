import { useEffect, useEffectEvent } from 'react'
import { isShortcut, isSomethingOpen } from '#kernel/client/character-keys.ts'
import type { TabName } from './tabs/tabs.ts'

/** The tab for the second letter after `g`. */
export const GO: Partial<Record<string, TabName>> = {
  h: 'overview',
  o: 'orders',
  g: 'giveaways',
  p: 'products',
  c: 'codes',
  u: 'users',
  w: 'winners',
  t: 'support',
  r: 'revenue',
  s: 'settings',
}

/** Maximum time between `g` and the second letter. */
const SECOND_MS = 1500

type Shortcuts = { onPalette: () => void; onList: () => void; onGo: (tab: TabName) => void }

/** Keyboard shortcuts of the admin area. Single letters do nothing in text fields or while a dialog is open. */
export function useShortcuts({ onPalette, onList, onGo }: Shortcuts): void {
  const act = useEffectEvent((key: string, wentBefore: boolean) => {
    const tab = wentBefore ? GO[key] : undefined
    if (tab) return onGo(tab)
    if (key === '?') return onList()
    if (key === '/') document.querySelector<HTMLInputElement>('#admin-screen input[type=search]')?.focus()
  })
  const openPalette = useEffectEvent(onPalette)
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        // Prevents the browser's own search.
        event.preventDefault()
        if (!isSomethingOpen()) openPalette()
        return
      }
      if (!isShortcut(event)) return
      const wentBefore = event.timeStamp - wentAt < SECOND_MS
      if (event.key === '/') event.preventDefault()
      act(event.key, wentBefore)
      wentAt = event.key === 'g' && !wentBefore ? event.timeStamp : Number.NEGATIVE_INFINITY
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
