import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { cardName, cardsClient, expiryOf, type ShownCard, useSavedCards } from './saved-cards.ts'

/** The profile's saved cards. A new one is saved on the payment page alone. */
export function SavedCardsSection() {
  const client = useQueryClient()
  const [removing, setRemoving] = useState<ShownCard>()

  async function remove({ id }: ShownCard) {
    await call(cardsClient.my.cards[':id'].$delete({ param: { id } }))
    setRemoving(undefined)
    toast.success('Card removed.')
    await client.invalidateQueries({ queryKey: ['my', 'cards'] })
  }
  return (
    <section aria-labelledby="saved-cards">
      <SectionHeading id="saved-cards">Saved Cards</SectionHeading>
      <p className="-mt-2 mb-5 text-muted">
        Our payment provider keeps them; we never see their numbers. To save a card, tick the box on the payment page.
      </p>
      <QueryBody query={useSavedCards()} loading={<SkeletonText lines={2} />}>
        {({ cards }) =>
          cards.length === 0 ? (
            <p>No cards saved.</p>
          ) : (
            <ul aria-label="Saved cards" className="divide-y divide-line border-line border-y">
              {cards.map(card => (
                <li key={card.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
                  <p>
                    <span className="font-semibold">{cardName(card)}</span>
                    <span className="block text-muted text-sm">
                      {card.isExpired ? 'Expired' : 'Expires'} {expiryOf(card)}
                    </span>
                  </p>
                  <Button variant="quiet" aria-label={`Remove ${cardName(card)}`} onClick={() => setRemoving(card)}>
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBody>
      {removing && (
        <ConfirmDialog
          onOpenChange={() => setRemoving(undefined)}
          title="Remove this card?"
          description={`${cardName(removing)} can no longer pay here. Past orders and refunds stay as they are.`}
          confirmLabel="Remove card"
          busyLabel="Removing..."
          danger
          onConfirm={() => remove(removing)}
        />
      )}
    </section>
  )
}
