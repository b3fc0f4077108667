import { useEffect } from 'react'
import { useStore } from '#kernel/client/store.ts'
import { Lazy, lazyPart } from '../lazy.tsx'
import { toastsWanted } from './toast.ts'

const VIEWPORT = lazyPart(() => import('./toast-viewport.tsx'))
/** The first press loads the toast code, because an action may soon need a toast and the browser may be offline by then. */
const SIGNS_OF_LIFE = ['pointerdown', 'keydown'] as const

/** Renders the toasts; place it once, at the end of the page's shell. Empty until the first toast; its code loads at the first press. */
export function Toasts() {
  const wanted = useStore(toastsWanted, false)
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
