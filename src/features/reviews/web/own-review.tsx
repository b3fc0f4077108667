import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { useSession } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { lazy } from '#ui/lazy.tsx'
import { useOpenParam } from '#ui/overlays/open-param.ts'
import type { MyReview } from '../contract.ts'
import { ReviewCard } from './review-card.tsx'
import { ownReviewChanged, ownReviewQuery, reviewsClient } from './reviews-client.ts'

const ConfirmDialog = lazy(async () => (await import('#ui/overlays/confirm-dialog.tsx')).ConfirmDialog)
const ReviewEditor = lazy(async () => (await import('./review-editor.tsx')).ReviewEditor)

type Product = { id: string; name: string }

/** The reader's own review with its state, or the way to one, or the reason why there is none. */
export function OwnReview({ product }: { product: Product }) {
  const { status } = useSession()
  const { pathname } = useLocation()
  if (status === 'unchecked') return null
  if (status === 'guest')
    return (
      <p className="text-muted text-sm">
        Own this product?{' '}
        <TextLink to={`/login?next=${encodeURIComponent(`${pathname}?review=write#reviews`)}`}>
          Sign in to write a review
        </TextLink>
      </p>
    )
  return <ReviewOfUser product={product} />
}

function ReviewOfUser({ product }: { product: Product }) {
  const { data } = useQuery(ownReviewQuery(product.id))
  const [wanted, open, close] = useOpenParam('review')
  if (!data) return null
  const { review, mayWrite, reason } = data
  const isOpen = wanted === 'write' && (mayWrite || review !== null)
  return (
    <>
      {review ? (
        <WrittenReview review={review} onEdit={() => open('write')} />
      ) : mayWrite ? (
        <Button variant="secondary" icon="edit" className="self-start" onClick={() => open('write')}>
          Write a review
        </Button>
      ) : (
        <p className="text-muted text-sm">{reason}</p>
      )}
      {isOpen && <ReviewEditor product={product} review={review} onClose={close} />}
    </>
  )
}

const STATES: Record<MyReview['status'], { kind: 'info' | 'success' | 'warning'; title: string; text: string }> = {
  pending: {
    kind: 'info',
    title: 'Your review is waiting for approval',
    text: 'We read each review before it is shown.',
  },
  published: { kind: 'success', title: 'Your review is published', text: 'Thank you.' },
  rejected: { kind: 'warning', title: 'Your review is not published', text: '' },
}

function WrittenReview({ review, onEdit }: { review: MyReview; onEdit: () => void }) {
  const [isLeaving, setLeaving] = useState(false)
  const { kind, title, text } = STATES[review.status]
  return (
    <div className="flex flex-col gap-4">
      <Notice kind={kind} title={title}>
        {review.rejectionReason ? (
          <p className="wrap-anywhere">Reason: {review.rejectionReason} You can change it and send it again.</p>
        ) : (
          <p>{text}</p>
        )}
        <span className="-ml-2 mt-2 flex flex-wrap gap-2">
          <Button variant="quiet" size="sm" icon="edit" onClick={onEdit}>
            Edit your review
          </Button>
          <Button variant="quiet" size="sm" icon="trash" onClick={() => setLeaving(true)}>
            Withdraw
          </Button>
        </span>
      </Notice>
      {review.status !== 'published' && <ReviewCard review={review} />}
      {isLeaving && <WithdrawDialog review={review} onClose={() => setLeaving(false)} />}
    </div>
  )
}

function WithdrawDialog({ review, onClose }: { review: MyReview; onClose: () => void }) {
  const { revalidate } = useRevalidator()
  async function withdraw() {
    const { message } = await call(reviewsClient.reviews[':id'].$delete({ param: { id: review.id } }))
    await ownReviewChanged(review.productId)
    void revalidate()
    toast.success(message)
    onClose()
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title="Withdraw your review?"
      description="It is removed together with its photos. You can write a new one later."
      confirmLabel="Withdraw review"
      busyLabel="Withdrawing..."
      danger
      onConfirm={withdraw}
    />
  )
}
