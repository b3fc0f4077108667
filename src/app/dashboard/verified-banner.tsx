import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Notice } from '#ui/notice.tsx'

/** customer-side.md section 9: the verification banner stands for 5 seconds. */
const SHOWN_MS = 5000

/** Shown on the return from an age verification (`?verification=complete`). */
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
