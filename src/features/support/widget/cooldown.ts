import { useEffect, useState } from 'react'
import { browserStorage } from '#kernel/client/storage/browser-storage.ts'
import { createNews, useStore } from '#kernel/client/store.ts'
import { COOLDOWN_SECONDS } from '../rules.ts'

/** The last submitter in this browser, and the time. Survives a reload and is shared between tabs. */
const KEY = 'redoubt.support'
type Last = { userId: string; at: number }

const changes = createNews(() => {
  const tell = () => changes.tell()
  window.addEventListener('storage', tell)
  return () => window.removeEventListener('storage', tell)
})

const lastOf = { get: () => browserStorage.getItem(KEY), subscribe: changes.subscribe }

/**
 * Seconds that the user must still wait, rounded up; 0 when none.
 * @param stored the raw stored value, which any user of this browser may have changed.
 * @param now milliseconds
 */
export function secondsLeft(stored: string | null, userId: string, now: number): number {
  const last = parse(stored)
  if (last?.userId !== userId) return 0
  // A clock that was set back must not lengthen the wait.
  return Math.min(COOLDOWN_SECONDS, Math.max(0, Math.ceil((last.at - now) / 1000) + COOLDOWN_SECONDS))
}

function parse(stored: string | null): Last | undefined {
  try {
    const last = JSON.parse(stored ?? 'null') as Last | null
    return typeof last?.at === 'number' ? last : undefined
  } catch {
    return undefined
  }
}

/** Counts down the 60 seconds between two submissions of a user, once a second. */
export function useCooldown(userId: string) {
  const stored = useStore(lastOf, null)
  const [now, setNow] = useState(Date.now)
  const left = secondsLeft(stored, userId, now)
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])

  /** @param seconds the remaining seconds, as counted by the server. */
  function start(seconds = COOLDOWN_SECONDS) {
    const at = Date.now() - (COOLDOWN_SECONDS - seconds) * 1000
    setNow(Date.now())
    browserStorage.setItem(KEY, JSON.stringify({ userId, at } satisfies Last))
    changes.tell()
  }
  return { left, start }
}
