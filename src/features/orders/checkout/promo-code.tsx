import { type KeyboardEvent, useState } from 'react'
import { sentenceOf, useSubmit } from '#features/identity/use-submit.ts'
import { ApiError } from '#platform/client/api-error.ts'
import { call } from '#platform/client/call.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ordersClient } from '../orders-client.ts'

const UNABLE = 'Unable to validate code'

/** A code is asked about at once, so that it is known before paying whether it counts. A blank one is ignored. */
export function PromoCode() {
  const [code, setCode] = useState('')
  const { busy, problem, setProblem, run } = useSubmit()

  const apply = () =>
    run(async () => {
      const asked = code.trim()
      if (asked) await call(ordersClient.codes.validate.$post({ json: { code: asked } })).catch(explain)
    }, UNABLE)

  // It stands inside the form that pays, and Enter in it means Apply.
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void apply()
  }

  return (
    <div className="flex max-w-md items-start gap-3">
      <TextField
        label="Promo or referral code"
        value={code}
        onChange={event => {
          setCode(event.target.value)
          setProblem(undefined)
        }}
        onKeyDown={press}
        error={problem}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="flex-1"
      />
      <Button variant="secondary" busy={busy} busyText="Applying..." onClick={apply} className="mt-7">
        Apply
      </Button>
    </div>
  )
}

/** A code that is not there has its own sentence; for all else the code could not be asked about. */
function explain(error: unknown): never {
  const isAnswer = error instanceof ApiError && error.status >= 400 && error.status < 500
  throw isAnswer ? error : new Error(sentenceOf(error, UNABLE))
}
