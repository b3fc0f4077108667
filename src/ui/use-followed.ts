import { useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { useRefreshWhile } from './time/use-now.ts'

/**
 * A page's loaded data, followed in place: `refresh` reads it again, and a read that fails leaves what is shown and is repeated. A
 * revalidation by the router would replace the page by its error screen, which reads nothing any more.
 * @param loaded the loader's data; newer data of the loader replaces what was read here.
 * @param load reads the same data. Anything but an `ApiError`, such as a 404 response for the error screen, goes to the router.
 */
export function useFollowed<Data>(loaded: Data, load: () => Promise<Data>): [Data, refresh: () => Promise<void>] {
  const { revalidate } = useRevalidator()
  const [read, setRead] = useState({ loaded, data: loaded, turn: 0 })
  const [isBehind, setBehind] = useState(false)
  const turns = useRef(0)
  const latest = useRef({ loaded, load })
  useEffect(() => {
    latest.current = { loaded, load }
  })
  const refresh = useCallback(async () => {
    const asked = latest.current
    const turn = ++turns.current
    try {
      const data = await asked.load()
      // An earlier read may be answered after a later one.
      setRead(now => (now.turn > turn ? now : { loaded: asked.loaded, data, turn }))
      setBehind(false)
    } catch (error) {
      if (error instanceof ApiError) setBehind(true)
      else await revalidate()
    }
  }, [revalidate])
  // The loader may have read before a change that was read here. Its first answer is no news, and this effect may run after a press.
  const answered = useRef(loaded)
  useEffect(() => {
    if (answered.current === loaded) return
    answered.current = loaded
    if (turns.current > 0) void refresh()
  }, [loaded, refresh])
  useRefreshWhile(isBehind, refresh)
  return [read.loaded === loaded ? read.data : loaded, refresh]
}
