import { type FormEvent, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { WinnerDetail } from '../../contract.ts'
import { draftOf, problemsOf } from '../../prize/address-draft.ts'
import { AddressFields } from '../../prize/address-fields.tsx'
import { winnersClient } from '../lists/winners-client.ts'
import { useAct } from './use-act.ts'

/** Records that the winner accepted by phone or mail. */
export function AcceptDialog({ winner, onClose }: { winner: WinnerDetail; onClose: () => void }) {
  const [draft, setDraft] = useState(draftOf({ name: winner.name }))
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const accept = useAct(
    winner.id,
    () => call(winnersClient()[':id'].accept.$post({ param: { id: winner.id }, json: { shipTo: draft, reason } })),
    'The answer is noted',
    onClose,
  )
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = { ...problemsOf(draft), ...(reason.trim() ? {} : { reason: 'Please say how the answer came.' }) }
    setErrors(found)
    if (Object.keys(found).length === 0 && !accept.isPending) accept.mutate()
  }
  return (
    <Dialog
      open
      startsInField
      onOpenChange={onClose}
      title="Note an answer"
      description={`${winner.name} takes ${winner.giveaway.title}. Papers are asked for by its value.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="accept-for-winner" busy={accept.isPending} busyText="Saving...">
            Note the answer
          </Button>
        </>
      }
    >
      <form id="accept-for-winner" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FormError>{accept.error?.message}</FormError>
        <AddressFields draft={draft} errors={errors} onChange={setDraft} isOwn={false} />
        <TextField
          label="How the answer came"
          required
          maxLength={500}
          value={reason}
          error={errors.reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </form>
    </Dialog>
  )
}
