import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { carryOut, giveawaysChanged, orSaying } from '#features/giveaways/giveaway/admin/giveaways-admin-client.ts'
import { isProposed } from '#features/proposals/admin/proposals-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { dayInWords, formatMoment } from '#kernel/values/format-moment.ts'
import { Button } from '#ui/buttons/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { RefusalReason } from '../card-reasons.ts'
import type { MailCard } from '../contract.ts'
import { CardHints } from './card-hints.tsx'
import { cardsAdminClient } from './cards-admin-client.ts'
import { REASON_OPTIONS } from './reason-options.ts'
import { useCards } from './use-cards.ts'

/** Cards that wait for a second person. */
export function WaitingCards({ giveawayId }: { giveawayId: string }) {
  const list = useCards(giveawayId, 'waiting')
  const [refusing, setRefusing] = useState<MailCard | null>(null)
  const mayConfirm = useRight('entries.confirm')
  return (
    <>
      <ListBody
        list={list}
        failed="Failed to load cards"
        loading={4}
        empty={<EmptyState icon="check" title="No card waits for a second person" />}
        nouns={['card', 'cards']}
        className="flex flex-col gap-4"
      >
        {cards => (
          <ul className="flex flex-col divide-y divide-line rounded-sm border border-line">
            {cards.map(card => (
              <li key={card.number} className="flex flex-col gap-3 p-4">
                <CardFacts card={card} />
                {mayConfirm && <Decision card={card} onRefuse={() => setRefusing(card)} />}
              </li>
            ))}
          </ul>
        )}
      </ListBody>
      {refusing && <RefuseDialog card={refusing} onClose={() => setRefusing(null)} />}
    </>
  )
}

function CardFacts({ card }: { card: MailCard }) {
  const { number, sender, receivedOn, postmarkedOn, typedBy, typedAt, senderEntries, entryLimit, hints } = card
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-base">Card {number}</h3>
      {sender && (
        <div className="grid gap-2 text-sm sm:grid-cols-2">
          <p className="wrap-anywhere">
            <span className="font-semibold">{sender.name}</span>
            <span className="block whitespace-pre-line">{sender.address ?? 'No postal address'}</span>
          </p>
          <p className="text-muted wrap-anywhere">
            <span className="block">{sender.email ?? 'No e-mail on the card'}</span>
            <span className="block">
              Received {dayInWords(receivedOn)}
              {postmarkedOn && `, postmarked ${dayInWords(postmarkedOn)}`}
            </span>
            <span className="block">
              {senderEntries} of {entryLimit} entries in this giveaway
            </span>
          </p>
        </div>
      )}
      <CardHints hints={hints} />
      <p className="text-muted text-sm">
        Typed by {typedBy?.name ?? 'a former member of staff'}, {formatMoment(new Date(typedAt))}
      </p>
    </div>
  )
}

function Decision({ card, onRefuse }: { card: MailCard; onRefuse: () => void }) {
  const confirming = useMutation({
    mutationFn: () =>
      orSaying('Failed to confirm card', () =>
        call(cardsAdminClient().admin.cards[':number'].confirm.$post({ param: { number: String(card.number) } })),
      ),
    onSuccess({ message }) {
      toast.success(message)
      return giveawaysChanged()
    },
  })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FormError>{confirming.error?.message}</FormError>
      {card.canConfirm ? (
        <Button size="sm" aria-label={`Confirm card ${card.number}`} mutation={confirming} busyText="Confirming...">
          Confirm
        </Button>
      ) : (
        <p className="text-sm">You typed this card. A second person confirms it.</p>
      )}
      <Button size="sm" variant="secondary" aria-label={`Refuse card ${card.number}`} onClick={onRefuse}>
        Refuse
      </Button>
    </div>
  )
}

function RefuseDialog({ card, onClose }: { card: MailCard; onClose: () => void }) {
  const [reason, setReason] = useState<RefusalReason>('duplicate')
  const refuse = () =>
    carryOut('Failed to refuse card', onClose, async () => {
      const param = { number: String(card.number) }
      const answer = await call(cardsAdminClient().admin.cards[':number'].refuse.$post({ param, json: { reason } }))
      return isProposed(answer) ? answer : answer.message
    })
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Refuse card ${card.number}?`}
      description="It stays in the register with its reason, and does not count. This cannot be undone."
      confirmLabel="Refuse card"
      busyLabel="Refusing..."
      danger
      onConfirm={refuse}
    >
      <SelectField
        label="Reason, counted in public"
        options={REASON_OPTIONS}
        value={reason}
        onChange={event => setReason(event.target.value as RefusalReason)}
      />
    </ConfirmDialog>
  )
}
