import { useEffect, useState, useSyncExternalStore } from 'react'
import { COOLDOWN_SECONDS } from './rules.ts'

/** Who submitted last in this browser, and when: it outlives a reload, and other tabs see it. */
const KEY = 'redoubt.support'
type Last = { userId: string; at: number }

const listeners = new Set<() => void>()
const tellAll = () => {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', tellAll)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', tellAll)
  }
}

/**
 * How long somebody has to wait, in whole seconds; 0 when they need not.
 * @param stored what is under the key, which anybody at this browser may have written.
 * @param now milliseconds
 */
export function secondsLeft(stored: string | null, userId: string, now: number): number {
  const last = parse(stored)
  if (last?.userId !== userId) return 0
  // A clock that was set back must not make anybody wait for longer.
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

/** The 60 seconds between two submissions of a person, counted down every second while they last. */
export function useCooldown(userId: string) {
  const stored = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(KEY),
    () => null,
  )
  const [now, setNow] = useState(Date.now)
  const left = secondsLeft(stored, userId, now)
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])

  /** @param seconds how many are left, as the server counts them. */
  function start(seconds = COOLDOWN_SECONDS) {
    const at = Date.now() - (COOLDOWN_SECONDS - seconds) * 1000
    setNow(Date.now())
    localStorage.setItem(KEY, JSON.stringify({ userId, at } satisfies Last))
    tellAll()
  }
  return { left, start }
}
