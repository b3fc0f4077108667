import { useEffect } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { answerBy, NO_PASSKEY, preparePasskeys, trimmed } from '../../security/passkey-client.ts'
import { useSubmit } from '../../web/use-submit.ts'
import { FormHead } from '../web/identity-frame.tsx'
import type { Send } from './code-step.tsx'
import type { PasskeyRequest } from './contract.ts'

/** A passkey as the second factor. Started by a click, because some browsers refuse it otherwise. */
export function PasskeyStep({ options, send }: { options: PasskeyRequest; send: Send }) {
  const { busy, problem, run } = useSubmit()
  useEffect(preparePasskeys, [])
  const ask = () => run(async () => send({ credential: trimmed(await answerBy(options)) }), NO_PASSKEY)
  return (
    <>
      <FormHead title="Use Your Passkey">Your device asks for its PIN, your finger or your face.</FormHead>
      <div className="flex flex-col gap-5">
        <FormError>{problem}</FormError>
        <Button
          size="lg"
          icon="shield"
          autoFocus
          busy={busy}
          busyText="Waiting for your passkey..."
          className="sm:self-start"
          onClick={() => void ask()}
        >
          Continue with passkey
        </Button>
      </div>
    </>
  )
}
