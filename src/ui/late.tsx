import { type ComponentType, useEffect, useState } from 'react'

/** A part of the page that is loaded when it is first drawn, or asked for before. */
export type LatePart<P extends object> = {
  /** What is there already. */
  read: () => ComponentType<P> | undefined
  /** Loads it; false when that failed, and then it may be asked for again. */
  load: () => Promise<boolean>
}

/** @param load an `import()` of a module whose default export is the component. */
export function latePart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LatePart<P> {
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
 * Draws a late part, like React's `lazy`. But what failed to load is not lost for as long as the page lives: nothing is drawn, the page
 * stands, and it is asked for again when the network is back.
 */
export function Late<P extends object>({ part, props }: { part: LatePart<P>; props: P }) {
  const [Part, setPart] = useState(() => part.read())
  useEffect(() => {
    const load = () => void part.load().then(() => setPart(() => part.read()))
    load()
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [part])
  return Part ? <Part {...props} /> : null
}
