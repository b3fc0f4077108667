import { useEffect, useSyncExternalStore } from 'react'
import { Lazy, lazyPart } from './lazy.tsx'
import { toastsWanted } from './toast.ts'

const VIEWPORT = lazyPart(() => import('./toast-viewport.tsx'))
/** Whoever presses something may soon have to be told something, and be offline by then. */
const SIGNS_OF_LIFE = ['pointerdown', 'keydown'] as const

/** Where toasts appear: stands once, at the end of the page's shell. Empty until the first toast, and loaded when somebody is there. */
export function Toasts() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read, toastsWanted.readOnServer)
  useEffect(() => {
    const once = new AbortController()
    const load = () => {
      once.abort()
      void VIEWPORT.load()
    }
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, load, { signal: once.signal, passive: true })
    return () => once.abort()
  }, [])
  return wanted ? <Lazy part={VIEWPORT} props={{}} /> : null
}
