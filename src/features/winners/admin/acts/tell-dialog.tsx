import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { reasonIn } from '#ui/forms/reason-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { TellBody, WinnerDetail } from '../../contract.ts'
import { winnersClient } from '../lists/winners-client.ts'
import { useAct } from './use-act.ts'

const WAYS = [
  { value: 'email', label: 'Send the e-mail again' },
  { value: 'otherwise', label: 'I have told them otherwise' },
] as const

/** Sends the notice again, or records how staff reached the winner. The answer period restarts now. */
export function TellDialog({ winner, onClose }: { winner: WinnerDetail; onClose: () => void }) {
  const [by, setBy] = useState<TellBody['by']>('email')
  const [reason, setReason] = useState('')
  const tell = useAct<TellBody>(
    winner.id,
    json => call(winnersClient()[':id'].tell.$post({ param: { id: winner.id }, json })),
    by === 'email' ? 'The e-mail is on its way' : 'The winner is told',
    onClose,
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Tell the winner"
      description={`${winner.name} has 7 days to answer from the first notice.`}
      confirmLabel={by === 'email' ? 'Send e-mail' : 'Note it'}
      busyLabel="Saving..."
      onConfirm={async () => void (await tell.mutateAsync(by === 'email' ? { by } : { by, reason: reasonIn(reason) }))}
    >
      <SelectField
        label="How"
        options={WAYS}
        value={by}
        onChange={({ target }) => setBy(target.value as TellBody['by'])}
      />
      {by === 'otherwise' && (
        <TextField
          label="How you reached them"
          required
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </ConfirmDialog>
  )
}
