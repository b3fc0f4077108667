/** Dark is the brand's face and needs no choice; see docs/decisions/0002-themes.md. */
export const THEMES = ['dark', 'light', 'system'] as const

export type Theme = (typeof THEMES)[number]

const STORAGE_KEY = 'redoubt.theme'

/**
 * Sets the chosen theme before the first paint: an inline script in `<head>`, which may be allowed by its hash because it
 * never changes. `<html>` needs `suppressHydrationWarning`. Without storage, or with anything unknown in it: dark.
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem('${STORAGE_KEY}');if(t==='light'||t==='system')document.documentElement.dataset.theme=t}catch(e){}`

const listeners = new Set<() => void>()

/** The theme in force, as a store for `useSyncExternalStore`. */
export const themeStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read(): Theme {
    const set = document.documentElement.dataset.theme
    return THEMES.find(theme => theme === set) ?? 'dark'
  },
  readOnServer: (): Theme => 'dark',
}

/** Puts a theme in force and remembers it; in a browser that forbids storage it lasts as long as the page. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'dark') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(STORAGE_KEY, theme)
  } catch {
    // Storage is off or full: the choice is not worth an error.
  }
  for (const listener of listeners) listener()
}
