import { useSyncExternalStore } from 'react'
import { Button } from '#ui/buttons/button.tsx'

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** `none` where the browser has no full screen, as on iPhones, and on the server. */
const modeNow = () => (!document.fullscreenEnabled ? 'none' : document.fullscreenElement ? 'full' : 'window')

/** Fills the screen with the page, for a stream. Hidden in full screen: Escape leaves it. */
export function FullScreenButton() {
  const mode = useSyncExternalStore(subscribe, modeNow, () => 'none')
  if (mode !== 'window') return null
  return (
    <Button
      variant="secondary"
      icon="monitor"
      className="max-lg:hidden"
      // A refusal by the browser leaves the page as it is.
      onClick={() => void document.documentElement.requestFullscreen().catch(() => undefined)}
    >
      Full screen
    </Button>
  )
}
