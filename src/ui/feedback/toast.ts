import { createStore } from '#kernel/client/store.ts'

/**
 * Shows toasts from anywhere: `toast.success('Added to cart')`. The rendering code loads with the first toast:
 * messages wait here until `<Toasts />` has loaded its viewport and takes them over.
 */

export type ToastKind = 'default' | 'success' | 'error' | 'info' | 'loading'

export type ToastMessage = {
  id: string
  kind: ToastKind
  text: string
  /** One action for the user, such as Undo. */
  action?: { label: string; onClick: () => void }
}

type ToastOptions = {
  /** Id of a visible toast to replace in place, so that "Saving…" can become "Saved". */
  id?: string
  action?: ToastMessage['action']
}

/** Milliseconds on screen; 0 stays until replaced or dismissed. */
export const TOAST_TIME: Record<ToastKind, number> = {
  default: 4000,
  success: 3000,
  info: 4000,
  error: 5000,
  loading: 0,
}

/** At most 20 toasts at once. */
export const TOAST_LIMIT = 20

/** Renders toasts: `show` adds a message, `dismiss` removes one (`undefined`: all). */
export type ToastScreen = { show: (message: ToastMessage) => void; dismiss: (id?: string) => void }

let screen: ToastScreen | null = null
let waiting: ToastMessage[] = []
let sent = 0

/** True once any toast was requested. */
export const toastsWanted = createStore(() => false)

function send(kind: ToastKind, text: string, options: ToastOptions = {}): string {
  const message: ToastMessage = { id: options.id ?? `toast-${++sent}`, kind, text, action: options.action }
  if (screen) screen.show(message)
  else waiting = [...waiting.filter(other => other.id !== message.id), message].slice(-TOAST_LIMIT)
  toastsWanted.set(true)
  return message.id
}

/** Shows a toast and returns its id. */
export const toast = Object.assign((text: string, options?: ToastOptions) => send('default', text, options), {
  success: (text: string, options?: ToastOptions) => send('success', text, options),
  error: (text: string, options?: ToastOptions) => send('error', text, options),
  info: (text: string, options?: ToastOptions) => send('info', text, options),
  /** Stays until a toast with this `id` replaces it, or until it is dismissed. */
  loading: (text: string, options?: ToastOptions) => send('loading', text, options),
  /** Removes one toast, or all. */
  dismiss: (id?: string) => {
    waiting = id === undefined ? [] : waiting.filter(message => message.id !== id)
    screen?.dismiss(id)
  },
})

/** Sends waiting and later messages to `next`. Returns a function that detaches it. */
export function attachToastScreen(next: ToastScreen): () => void {
  screen = next
  for (const message of waiting) next.show(message)
  waiting = []
  return () => {
    if (screen === next) screen = null
  }
}
