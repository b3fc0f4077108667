import { useEffect, useState } from 'react'
import { useSettings } from '#kernel/client/site.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { underAge } from './age-confirmed.ts'

/** The verification banner stays for 5 seconds. */
const SHOWN_MS = 5000

/** Shows the result of a return from age verification (`?verification=`). Only the birth date on file counts. */
export function AgeVerification({ word }: { word: 'complete' | 'failed' | null }) {
  const { minimumAge } = useSettings()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (word !== 'complete') return
    const timer = setTimeout(() => setOver(true), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [word])
  if (!word || isOver) return null
  return (
    <div className="mb-8">
      {word === 'complete' ? (
        <Notice kind="success" title="Age verification complete" live>
          Thank you. You can complete your purchase.
        </Notice>
      ) : (
        <Notice kind="danger" title={underAge(minimumAge)} live>
          Your age could not be verified.
        </Notice>
      )}
    </div>
  )
}
