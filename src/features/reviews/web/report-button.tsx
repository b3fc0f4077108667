import { useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#kernel/client/browser.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { Review } from '../contract.ts'

const ReportDialog = lazy(async () => (await import('./report-dialog.tsx')).ReportDialog)

/** Reports a review to staff; guests sign in first. */
export function ReportButton({ review }: { review: Review }) {
  const { status } = useSession()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const label = `Report the review “${review.title}”`
  if (status !== 'signed-in')
    return (
      <TextLink
        to={`/login?next=${encodeURIComponent(`${pathname}#reviews`)}`}
        aria-label={label}
        className="text-muted text-sm"
      >
        Report
      </TextLink>
    )
  return (
    <>
      <Button variant="quiet" size="sm" aria-label={label} className="-ml-2 text-muted" onClick={() => setOpen(true)}>
        Report
      </Button>
      {isOpen && <ReportDialog review={review} onClose={() => setOpen(false)} />}
    </>
  )
}
