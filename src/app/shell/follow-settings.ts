import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { transport } from '#platform/client/browser.ts'

/** So long a page goes on with the settings that it was drawn with before it looks whether they are still so. */
const LOOK_AFTER_MS = 60_000

/**
 * Keeps the settings of a page that stays open up to date: going to another page, or coming back to the tab, it looks behind what is
 * shown whether they changed, and if so has what the document told read anew. Nobody waits for it.
 */
export function useSettingsFollowed(): void {
  const { key } = useLocation()
  const { revalidate } = useRevalidator()
  const last = useRef({ at: Date.now(), answer: '' })
  const look = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible' || Date.now() - last.current.at < LOOK_AFTER_MS) return
    last.current.at = Date.now()
    // Without the network the page stays as it is; the next look tells.
    const response = await transport('/api/settings').catch(() => undefined)
    if (!response?.ok) return
    const answer = await response.text()
    // The first answer has nothing to be compared with.
    if (answer === last.current.answer) return
    last.current.answer = answer
    await revalidate()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks with each page that is opened.
  useEffect(() => {
    void look()
  }, [key])
  useEffect(() => {
    const onVisible = () => void look()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
}
