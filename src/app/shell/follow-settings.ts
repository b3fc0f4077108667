import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { transport } from '#kernel/client/browser.ts'

/** After this time a page checks whether its settings are still current. */
const LOOK_AFTER_MS = 60_000

/**
 * Keeps the settings of an open page current: on navigation, or on return to the tab, it checks in the background whether the settings
 * changed, and then reloads the document's data. Nothing waits for the check.
 */
export function useSettingsFollowed(): void {
  const { key } = useLocation()
  const { revalidate } = useRevalidator()
  const last = useRef({ at: Date.now(), answer: '' })
  const look = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible' || Date.now() - last.current.at < LOOK_AFTER_MS) return
    last.current.at = Date.now()
    // Without a network the page stays unchanged; the next check finds the change.
    const response = await transport('/api/settings').catch(() => undefined)
    if (!response?.ok) return
    const answer = await response.text()
    // The first response has nothing to compare with.
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
