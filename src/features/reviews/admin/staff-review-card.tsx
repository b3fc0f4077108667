import { useState } from 'react'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import { ReviewCard } from '../web/review-card.tsx'
import type { StaffReview } from './contract.ts'

const TONES: Record<StaffReview['status'], { tone: BadgeTone; label: string }> = {
  pending: { tone: 'warning', label: 'Waiting' },
  published: { tone: 'success', label: 'Published' },
  rejected: { tone: 'neutral', label: 'Rejected' },
}

type StaffReviewCardProps = {
  review: StaffReview
  onApprove: () => Promise<void>
  onReject: () => void
  onAnswer: () => void
}

/** A review as readers see it, with its product, its writer, its reports and the decisions. */
export function StaffReviewCard({ review, onApprove, onReject, onAnswer }: StaffReviewCardProps) {
  const { status, product, writer, reportCount, reports, rejectionReason, title } = review
  const [busy, setBusy] = useState(false)
  const mayReadPeople = useRight('people.read')
  const { tone, label } = TONES[status]
  const isReported = reportCount > 0
  const answerLabel = review.answer ? 'Change answer' : 'Answer'
  async function approve() {
    setBusy(true)
    await onApprove()
    setBusy(false)
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Badge tone={tone}>{label}</Badge>
        {isReported && (
          <Badge tone="warning" icon="warning">
            {reportCount} {reportCount === 1 ? 'report' : 'reports'}
          </Badge>
        )}
        <TextLink to={`/product/${product.id}`}>{product.name}</TextLink>
        {mayReadPeople ? <TextLink to={`/admin?tab=users&user=${writer.id}`}>{writer.name}</TextLink> : writer.name}
      </p>
      <ReviewCard review={review} />
      {isReported && (
        <ul aria-label="Reasons of the reports" className="list-inside list-disc text-sm">
          {[...new Set(reports)].map(reason => (
            <li key={reason} className="wrap-anywhere">
              {reason}
            </li>
          ))}
        </ul>
      )}
      {rejectionReason && <p className="wrap-anywhere text-muted text-sm">Rejected: {rejectionReason}</p>}
      <span className="flex flex-wrap gap-2">
        {(status !== 'published' || isReported) && (
          <Button
            size="sm"
            icon="check"
            busy={busy}
            aria-label={`${status === 'published' ? 'Keep' : 'Approve'} “${title}”`}
            onClick={() => void approve()}
          >
            {status === 'published' ? 'Keep' : 'Approve'}
          </Button>
        )}
        {status !== 'rejected' && (
          <Button size="sm" variant="secondary" icon="close" aria-label={`Reject “${title}”`} onClick={onReject}>
            Reject
          </Button>
        )}
        <Button size="sm" variant="quiet" icon="edit" aria-label={`${answerLabel} “${title}”`} onClick={onAnswer}>
          {answerLabel}
        </Button>
      </span>
    </div>
  )
}
