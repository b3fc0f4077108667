import { useCallback, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError } from '../calls/api-error.ts'

/**
 * A page's loaded data, followed in place: `refresh` reads it again, and a read that fails leaves what is shown. A revalidation by the
 * router would replace the page by its error screen, which reads nothing any more.
 * @param loaded the loader's data; newer data of the loader replaces what was read here.
 * @param load reads the same data. Anything but an `ApiError`, such as a 404 response for the error screen, goes to the router.
 */
export function useFollowed<Data>(loaded: Data, load: () => Promise<Data>): [Data, refresh: () => Promise<void>] {
  const { revalidate } = useRevalidator()
  const [read, setRead] = useState({ loaded, data: loaded, turn: 0 })
  const turns = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the loader's data changes with all that `load` depends on.
  const refresh = useCallback(async () => {
    const turn = ++turns.current
    try {
      const data = await load()
      // An earlier read may be answered after a later one.
      setRead(now => (now.turn > turn ? now : { loaded, data, turn }))
    } catch (error) {
      if (!(error instanceof ApiError)) await revalidate()
    }
  }, [loaded, revalidate])
  return [read.loaded === loaded ? read.data : loaded, refresh]
}
