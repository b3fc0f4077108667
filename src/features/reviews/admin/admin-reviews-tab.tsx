import { useState } from 'react'
import { z } from 'zod'
import { SavedFiltersBar } from '#features/saved-filters/web/saved-filters.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { defineFilters } from '#ui/staff-kit/define-filters.ts'
import { ListPage, ListRows } from '#ui/staff-kit/list-page.tsx'
import type { StaffReview } from './contract.ts'
import { AnswerDialog, RejectDialog } from './review-dialogs.tsx'
import { ADMIN_REVIEWS, reviewsAdminClient, staffReviewsChanged } from './reviews-admin-client.ts'
import { StaffReviewCard } from './staff-review-card.tsx'

/** Without a status: reviews that wait for a decision, reported ones too. */
const REVIEW_FILTERS = defineFilters({ status: z.enum(['reported', 'published', 'rejected', 'all']) })

const STATUSES = [
  { value: '', label: 'Waiting' },
  { value: 'reported', label: 'Reported' },
  { value: 'published', label: 'Published' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'all', label: 'All' },
]

type Open = { what: 'reject' | 'answer'; review: StaffReview }

/** `/admin?tab=reviews`: reviews that wait, oldest first, and all others by status. */
export function AdminReviewsTab() {
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <ListPage
        filters={REVIEW_FILTERS}
        saved={{ tab: 'reviews', Bar: SavedFiltersBar }}
        search={({ select }) => (
          <SelectField label="Show" className="w-full sm:w-52" options={STATUSES} {...select('status')} />
        )}
      >
        {list => (
          <ListRows
            {...list}
            name={ADMIN_REVIEWS}
            parts={['reviews']}
            nouns={['review', 'reviews']}
            fetchPage={query => call(reviewsAdminClient.$get({ query }))}
            rowsOf={page => page.reviews}
            empty={
              <EmptyState title="No review waits" icon="star">
                Buyers write reviews once their order is delivered. Each one waits here before it is shown.
              </EmptyState>
            }
          >
            {reviews => (
              <ul aria-label="Reviews" className="divide-y divide-line">
                {reviews.map(review => (
                  <li key={review.id} className="py-5 first:pt-0">
                    <StaffReviewCard
                      review={review}
                      onApprove={() => approve(review)}
                      onReject={() => setOpen({ what: 'reject', review })}
                      onAnswer={() => setOpen({ what: 'answer', review })}
                    />
                  </li>
                ))}
              </ul>
            )}
          </ListRows>
        )}
      </ListPage>
      {open?.what === 'reject' && <RejectDialog review={open.review} onClose={close} />}
      {open?.what === 'answer' && <AnswerDialog review={open.review} onClose={close} />}
    </>
  )
}

/** Publishes a review as staff read it; an edit by the writer in between is shown first. */
async function approve({ id, version, status }: StaffReview) {
  try {
    await call(reviewsAdminClient[':id'].approve.$post({ param: { id }, json: { version } }))
    toast.success(status === 'published' ? 'The review stays published' : 'The review is published')
  } catch (error) {
    toast.error((error as Error).message)
  }
  await staffReviewsChanged()
}
