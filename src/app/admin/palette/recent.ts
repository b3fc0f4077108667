import type { Entry } from './entry.ts'

const KEY = 'redoubt.admin-recent'
const KEPT = 6

/** Recent choices of this browser tab, newest first. Kept only as long as the tab, because entries name people. */
export function recentChoices(): Entry[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Entry[]
  } catch {
    return []
  }
}

export function rememberChoice(entry: Entry): void {
  const others = recentChoices().filter(({ id }) => id !== entry.id)
  sessionStorage.setItem(KEY, JSON.stringify([entry, ...others].slice(0, KEPT)))
}
