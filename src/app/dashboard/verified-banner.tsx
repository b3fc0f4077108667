import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Notice } from '#ui/feedback/notice.tsx'

/** The verification banner is shown for 5 seconds. */
const SHOWN_MS = 5000

/** Shown after the return from an age verification (`?verification=complete`). */
export function VerifiedBanner() {
  const [params] = useSearchParams()
  const [over, setOver] = useState(false)
  const complete = params.get('verification') === 'complete'
  useEffect(() => {
    if (!complete) return
    const timer = setTimeout(() => setOver(true), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [complete])
  if (!complete || over) return null
  return (
    <div className="mb-6">
      <Notice kind="success" title="Age verification complete" live>
        Thank you. You can shop and enter giveaways.
      </Notice>
    </div>
  )
}
