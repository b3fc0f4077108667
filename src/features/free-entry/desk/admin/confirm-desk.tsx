import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { SlipDialog } from '../../cards/admin/card-slip.tsx'
import type { DeskCard } from '../contract.ts'
import { CardFacts, CardHead } from './card-facts.tsx'
import { CardScan } from './card-scan.tsx'
import { DeskList } from './desk-list.tsx'
import { LetterDialog } from './letter-dialog.tsx'
import { cardCalls } from './mail-desk-client.ts'
import { RefuseFields } from './refuse-fields.tsx'
import { type Done, useDeskWork } from './use-desk-work.ts'

/** Confirms cards that another person typed. Enter confirms; a card that a rule refuses begins at the refusal. */
export function ConfirmDesk() {
  const { card, done, taking, take, skip, stop, goOn } = useDeskWork('waiting')
  return (
    <div className="flex flex-col gap-6">
      {done && <LastCard done={done} />}
      <FormError>{taking.error?.message}</FormError>
      {card ? (
        <div key={card.number} className="flex max-w-4xl flex-col gap-6">
          <CardHead card={card} />
          <CardFacts card={card} />
          {card.hasScan && <CardScan card={card} />}
          {!card.problem && <Confirmation card={card} onConfirmed={message => void goOn({ message, card })} />}
          <RefuseFields
            card={card}
            startsHere={card.problem !== null}
            onRefused={(message, waits) => void goOn({ message, ...(!waits && { card }) })}
          />
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={skip}>
              Skip
            </Button>
            <Button variant="quiet" onClick={stop}>
              Stop
            </Button>
          </div>
        </div>
      ) : (
        <>
          <Button className="self-start" busy={taking.isPending} busyText="Taking..." onClick={() => take()}>
            Start confirming
          </Button>
          {taking.isSuccess && !done && (
            <p role="status">No card for you now. A card that you typed is confirmed by another person.</p>
          )}
          <DeskList stage="waiting" onTake={take} takeLabel="Read" />
        </>
      )}
    </div>
  )
}

type ConfirmationProps = { card: DeskCard; onConfirmed: (message: string) => void }

function Confirmation({ card: { number }, onConfirmed }: ConfirmationProps) {
  const confirming = useMutation({
    mutationFn: () => call(cardCalls().confirm.$post({ param: { number: String(number) } })),
    onSuccess: ({ message }) => onConfirmed(message),
  })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FormError>{confirming.error?.message}</FormError>
      <Button autoFocus aria-label={`Confirm card ${number}`} mutation={confirming} busyText="Confirming...">
        Confirm
      </Button>
    </div>
  )
}

/** What became of the last card; no card while its refusal waits. Without an e-mail address on it, its receipt or letter is printed. */
function LastCard({ done: { message, card } }: { done: Done }) {
  const [isPrinting, setPrinting] = useState(false)
  if (!card)
    return (
      <Notice kind="success" live>
        {message}
      </Notice>
    )
  const wasRefused = message.includes('refused')
  const Paper = wasRefused ? LetterDialog : SlipDialog
  return (
    <Notice kind="success" live title={message}>
      {card.sender?.email ? (
        `An e-mail tells the sender.`
      ) : (
        <span className="flex flex-wrap items-center gap-3">
          No e-mail on the card.
          <Button size="sm" variant="quiet" onClick={() => setPrinting(true)}>
            Print {wasRefused ? 'letter' : 'receipt'}
          </Button>
        </span>
      )}
      {isPrinting && <Paper number={card.number} onClose={() => setPrinting(false)} />}
    </Notice>
  )
}
