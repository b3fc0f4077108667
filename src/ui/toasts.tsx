import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toastsWanted } from './toast.ts'

const ToastViewport = lazy(() => import('./toast-viewport.tsx'))

/** Where toasts appear: stands once, at the end of the page's shell. Empty, and not even loaded, until the first toast. */
export function Toasts() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read, toastsWanted.readOnServer)
  if (!wanted) return null
  return (
    <Suspense>
      <ToastViewport />
    </Suspense>
  )
}
