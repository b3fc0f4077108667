import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { reauthenticated } from '#features/identity/web/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { drawsAdminClient } from './draws-admin-client.ts'

type HandInRoundProps = { giveawayId: string; round: number; onDrawn: () => void }

/** For an hour in which no relay answers: staff bring the round's signature from elsewhere. It is verified like any other. */
export function HandInRound({ giveawayId, round, onDrawn }: HandInRoundProps) {
  const [signature, setSignature] = useState('')
  const send = useMutation({
    mutationFn: () =>
      reauthenticated(() =>
        call(
          drawsAdminClient().admin.giveaways[':id'].round.$post({
            param: { id: giveawayId },
            json: { round, signature },
          }),
        ),
      ),
    onSuccess: onDrawn,
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    send.mutate()
  }
  return (
    <details>
      <summary className="min-h-11 py-2">No relay answers?</summary>
      <form noValidate onSubmit={submit} className="flex flex-col items-start gap-3">
        <p className="text-muted text-sm">
          The round is the same at every relay of the beacon. Paste its signature: a wrong one is refused.
        </p>
        <TextField
          label={`Signature of round ${round}`}
          value={signature}
          onChange={event => setSignature(event.target.value)}
          className="w-full"
        />
        {send.isError && <FormError>{send.error.message}</FormError>}
        <Button type="submit" variant="secondary" busy={send.isPending} busyText="Checking...">
          Draw by this round
        </Button>
      </form>
    </details>
  )
}
