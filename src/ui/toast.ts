/**
 * Toasts from anywhere: `toast.success('Added to cart')`. Nothing of the drawing code is loaded until the first one:
 * messages wait here until `<Toasts />` has fetched its viewport and taken them over.
 */

export type ToastKind = 'default' | 'success' | 'error' | 'info' | 'loading'

export type ToastMessage = {
  id: string
  kind: ToastKind
  text: string
  /** One thing to do about it, such as Undo. */
  action?: { label: string; onClick: () => void }
}

type ToastOptions = {
  /** Of a toast still shown: it is replaced in place, so "Saving…" can become "Saved". */
  id?: string
  action?: ToastMessage['action']
}

/** Milliseconds on screen, as specified; 0 stays until replaced or dismissed. */
export const TOAST_TIME: Record<ToastKind, number> = {
  default: 4000,
  success: 3000,
  info: 4000,
  error: 5000,
  loading: 0,
}

/** Specified: at most 20 at once. */
export const TOAST_LIMIT = 20

/** What draws toasts: shows a message, and takes one away (`undefined`: all). */
export type ToastScreen = { show: (message: ToastMessage) => void; dismiss: (id?: string) => void }

let screen: ToastScreen | null = null
let waiting: ToastMessage[] = []
let wanted = false
let sent = 0
const listeners = new Set<() => void>()

function send(kind: ToastKind, text: string, options: ToastOptions = {}): string {
  const message: ToastMessage = { id: options.id ?? `toast-${++sent}`, kind, text, action: options.action }
  if (screen) screen.show(message)
  else waiting = [...waiting.filter(other => other.id !== message.id), message].slice(-TOAST_LIMIT)
  if (!wanted) {
    wanted = true
    for (const listener of listeners) listener()
  }
  return message.id
}

/** Shows a toast and returns its id. */
export const toast = Object.assign((text: string, options?: ToastOptions) => send('default', text, options), {
  success: (text: string, options?: ToastOptions) => send('success', text, options),
  error: (text: string, options?: ToastOptions) => send('error', text, options),
  info: (text: string, options?: ToastOptions) => send('info', text, options),
  /** Stays until it is replaced (same `id`) or dismissed. */
  loading: (text: string, options?: ToastOptions) => send('loading', text, options),
  /** Takes one toast away, or all of them. */
  dismiss: (id?: string) => {
    waiting = id === undefined ? [] : waiting.filter(message => message.id !== id)
    screen?.dismiss(id)
  },
})

/** Hands over what waited and everything from now on; returns how to let go again. */
export function attachToastScreen(next: ToastScreen): () => void {
  screen = next
  for (const message of waiting) next.show(message)
  waiting = []
  return () => {
    if (screen === next) screen = null
  }
}

/** Whether any toast was ever asked for, as a store for `useSyncExternalStore`. */
export const toastsWanted = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => wanted,
  readOnServer: () => false,
}
