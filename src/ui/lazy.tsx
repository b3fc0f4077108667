import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** A part of the page that is loaded when it is first drawn, or asked for before. */
export type LazyPart<P extends object> = {
  /** What is there already. */
  read: () => ComponentType<P> | undefined
  /** Loads it; false when that failed, and then it may be asked for again. */
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
 * Draws a lazy part, like React's `lazy`. But what failed to load is not lost for as long as the page lives: nothing is drawn, the page
 * stands, and it is asked for again when the network is back.
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

/**
 * A component whose code comes when it is first drawn, in place of React's `lazy` and `Suspense`: React holds back what comes within
 * 300 ms of the last fallback, which made every dialog open that much later, and a tab with parts in parts up to four times as much.
 * What fails to load is thrown, as there, to the boundary around it; drawn again, it is loaded again.
 * @param load `async () => (await import('./dialog.tsx')).Dialog`
 * @param waiting stands in its place until then.
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
    part.load().then(take, (error: unknown) => setFailure({ error }))
  }, [part])
  if (failure) throw failure.error
  return Part ? <Part {...props} /> : waiting
}
