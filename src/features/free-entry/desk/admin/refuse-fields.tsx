import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isProposed, proposalsChanged } from '#features/proposals/admin/proposals-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { REASON_OPTIONS } from '../../cards/admin/reason-options.ts'
import type { RefusalReason } from '../../cards/card-reasons.ts'
import type { DeskCard } from '../contract.ts'
import { cardCalls } from './mail-desk-client.ts'

type RefuseFieldsProps = { card: DeskCard; startsHere?: boolean; onRefused: (message: string, waits: boolean) => void }

/** Refuses a card for a reason, which the rule that refuses it proposes. A refusal that takes two persons is a proposal. */
export function RefuseFields({ card: { number, problem }, startsHere = false, onRefused }: RefuseFieldsProps) {
  const proposed = problem && problem.reason !== 'not_confirmed' ? problem.reason : ''
  const [reason, setReason] = useState<RefusalReason | ''>(proposed)
  const refusing = useMutation({
    mutationFn: (json: { reason: RefusalReason }) =>
      call(cardCalls().refuse.$post({ param: { number: String(number) }, json })),
    async onSuccess(answer) {
      if (isProposed(answer)) await proposalsChanged()
      onRefused(isProposed(answer) ? `Card ${number}: ${answer.message}` : answer.message, isProposed(answer))
    },
  })
  return (
    <div className="flex flex-wrap items-end gap-3">
      <FormError>{refusing.error?.message}</FormError>
      <SelectField
        label="No entry, because"
        className="w-full sm:w-72"
        options={[{ value: '', label: 'Choose a reason' }, ...REASON_OPTIONS]}
        value={reason}
        onChange={event => setReason(event.target.value as RefusalReason | '')}
      />
      <Button
        variant={startsHere ? 'primary' : 'secondary'}
        autoFocus={startsHere}
        disabled={!reason}
        busy={refusing.isPending}
        busyText="Refusing..."
        onClick={() => reason && refusing.mutate({ reason })}
      >
        Refuse card
      </Button>
    </div>
  )
}
