import { browserStorage } from '#kernel/client/storage/browser-storage.ts'
import { createNews } from '#kernel/client/store.ts'

/** Dark is the brand's default; see docs/decisions/0002-themes.md. */
export const THEMES = ['dark', 'light', 'system'] as const

export type Theme = (typeof THEMES)[number]

const STORAGE_KEY = 'redoubt.theme'

/**
 * Inline script in `<head>` that sets the chosen theme before the first paint. It is constant, because the CSP allows it by its hash.
 * `<html>` needs `suppressHydrationWarning`. Without storage, or with an unknown value, the theme is dark.
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem('${STORAGE_KEY}');if(t==='light'||t==='system')document.documentElement.dataset.theme=t}catch(e){}`

const changes = createNews()

/** The current theme, which the page's root element has. */
export const themeStore = {
  subscribe: changes.subscribe,
  get(): Theme {
    const set = document.documentElement.dataset.theme
    return THEMES.find(theme => theme === set) ?? 'dark'
  },
}

/** Applies and stores a theme. In a browser without storage the theme lasts as long as the page. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'dark') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  browserStorage.setItem(STORAGE_KEY, theme)
  changes.tell()
}
