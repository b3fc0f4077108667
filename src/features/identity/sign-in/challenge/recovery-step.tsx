import { type FormEvent, useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useSubmit } from '../../web/use-submit.ts'
import { FormHead } from '../web/identity-frame.tsx'
import type { Send } from './code-step.tsx'

const WHOLE = /^[A-Za-z0-9]{5}[- ]?[A-Za-z0-9]{5}$/

/** Asks for a recovery code in place of the requested factor. */
export function RecoveryStep({ send }: { send: Send }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const { busy, problem, run } = useSubmit()

  function submit(event: FormEvent) {
    event.preventDefault()
    const isWhole = WHOLE.test(code.trim())
    setError(isWhole ? undefined : 'A recovery code has ten letters and digits, such as abcde-23456')
    if (isWhole) void run(() => send({ code: code.trim() }), 'An error occurred. Please try again.')
  }
  return (
    <>
      <FormHead title="Recovery Code">
        Enter one of the codes that you saved when you turned on two-step verification. Each works once.
      </FormHead>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <FormError>{problem}</FormError>
        <TextField
          label="Recovery code"
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
          inputClassName="figure text-xl! tracking-widest"
          value={code}
          error={error}
          onChange={event => {
            setCode(event.target.value)
            setError(undefined)
          }}
        />
        <Button type="submit" size="lg" busy={busy} busyText="Verifying..." className="sm:self-start">
          Use Recovery Code
        </Button>
      </form>
    </>
  )
}
