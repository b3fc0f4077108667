import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** A component that loads at its first render or on an earlier `load`. */
export type LazyPart<P extends object> = {
  /** Returns the component if it has loaded. */
  read: () => ComponentType<P> | undefined
  /** Loads the component. Resolves to false on failure; a later call tries again. */
  load: () => Promise<boolean>
}

/** @param load an `import()` of a module whose default export is the component. */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LazyPart<P> {
  let part: ComponentType<P> | undefined
  return {
    read: () => part,
    async load() {
      part ??= (await load().catch(() => undefined))?.default
      return part !== undefined
    },
  }
}

/**
 * Renders a lazy part, like React's `lazy`. After a failed load it renders nothing and keeps the page intact. It loads again when the
 * network is back.
 */
export function Lazy<P extends object>({ part, props }: { part: LazyPart<P>; props: P }) {
  const [Part, setPart] = useState(() => part.read())
  useEffect(() => {
    const load = () => void part.load().then(() => setPart(() => part.read()))
    load()
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [part])
  return Part ? <Part {...props} /> : null
}

/** Delay of the error. Firefox aborts loads when the user leaves the page, and the page stays visible until the next one answers. */
const LEAVING_MS = 1000

/**
 * Replaces React's `lazy` and `Suspense` for a component that loads at its first render. React delays content that arrives within
 * 300 ms of the last fallback. So every dialog opened 300 ms late, and a tab with nested parts up to four times as late.
 * A failed load throws to the error boundary after a second, because the page may be about to go; a new mount loads again.
 * @param load `async () => (await import('./overlays/dialog.tsx')).Dialog`
 * @param waiting placeholder until the component has loaded.
 */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>, waiting: ReactNode = null) {
  const part: Coming<P> = { load }
  return (props: P) => <Awaited part={part} props={props} waiting={waiting} />
}

type Coming<P extends object> = { load: () => Promise<ComponentType<P>>; come?: ComponentType<P> }

function Awaited<P extends object>({ part, props, waiting }: { part: Coming<P>; props: P; waiting: ReactNode }) {
  const [Part, setPart] = useState(() => part.come)
  const [failure, setFailure] = useState<{ error: unknown }>()
  useEffect(() => {
    if (part.come) return
    const take = (loaded: ComponentType<P>) => {
      part.come = loaded
      setPart(() => loaded)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    part.load().then(take, (error: unknown) => {
      timer = setTimeout(() => setFailure({ error }), LEAVING_MS)
    })
    return () => clearTimeout(timer)
  }, [part])
  if (failure) throw failure.error
  return Part ? <Part {...props} /> : waiting
}
