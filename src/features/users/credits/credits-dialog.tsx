import { type FormEvent, useState } from 'react'
import { reauthenticated } from '#features/identity/web/reauthentication.ts'
import { isProposed, sayProposed } from '#features/proposals/admin/proposals-client.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { problemsIn, problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { MISSING_REASON } from '#kernel/values/reason.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { ReasonField } from '#ui/forms/reason-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { DialogButtons } from '#ui/overlays/dialog-buttons.tsx'
import { GrantCredits } from '../acts-contract.ts'
import type { TierCounts } from '../contract.ts'
import { creditsOf } from '../rules.ts'
import { usersChanged, usersClient } from '../users-client.ts'

export type CreditStep = 'grant' | 'subtract'

type CreditsDialogProps = {
  step: CreditStep
  person: { email: string; name: string; credits: TierCounts }
  onClose: () => void
}

const WORDS: Record<CreditStep, { title: string; verb: string; busy: string; failed: string }> = {
  grant: { title: 'Give credits', verb: 'Give', busy: 'Giving...', failed: 'Failed to grant credits' },
  subtract: { title: 'Take credits', verb: 'Take', busy: 'Taking...', failed: 'Failed to subtract credits' },
}
const INSUFFICIENT = 'Insufficient credits to subtract'
const FORM = 'change-credits'

/** Grants credits of a tier or takes back unspent ones, and shows the new balance beforehand. */
export function CreditsDialog({ step, person, onClose }: CreditsDialogProps) {
  const words = WORDS[step]
  const change = useCreditChange(step, person.email, onClose)
  const { current, errors } = change
  const now = creditsOf(person.credits, current.tier)
  const amount = Number(current.amount)
  const after = step === 'grant' ? now + amount : now - amount
  const isToldAfter = Number.isInteger(amount) && amount > 0

  return (
    <Dialog
      size="sm"
      onOpenChange={onClose}
      title={words.title}
      description={<span className="wrap-anywhere">{person.name}</span>}
      footer={
        <DialogButtons type="submit" form={FORM} busy={change.isBusy} busyText={words.busy} onCancel={onClose}>
          {words.verb} credits
        </DialogButtons>
      }
    >
      <form id={FORM} noValidate className="flex flex-col gap-4" onSubmit={change.submit}>
        <FormError>{change.problem}</FormError>
        <div className="grid grid-cols-2 items-start gap-4">
          <SelectField
            label="Tier"
            value={current.tier}
            options={TIERS.map(tier => ({ value: tier, label: tier }))}
            hint={`${now.toLocaleString('en-US')} to spend now`}
            onChange={({ target }) => change.set({ tier: target.value as Tier })}
          />
          <TextField
            label="Amount"
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={current.amount}
            error={errors.amount}
            hint={isToldAfter && after >= 0 && `${after.toLocaleString('en-US')} afterwards`}
            onChange={({ target }) => change.set({ amount: target.value })}
          />
        </div>
        <ReasonField
          label="Reason, for the record"
          value={current.reason}
          error={errors.reason}
          onChange={reason => change.set({ reason })}
        />
      </form>
    </Dialog>
  )
}

function useCreditChange(step: CreditStep, email: string, onClose: () => void) {
  const [form, setForm] = useState(() => ({ tier: 'Bronze' as Tier, amount: '', reason: '' }))
  const sendOnce = useIdempotentSend()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function send() {
    const { reason, amount, tier } = form
    const json = { email, tier, amount: wholeOf(amount), ...(reason.trim() && { reason: reason.trim() }) }
    const checked = GrantCredits.safeParse(json)
    // The API accepts a request without a reason; this screen requires one.
    const found = {
      ...(!checked.success && problemsIn(checked.error)),
      ...(!reason.trim() && { reason: MISSING_REASON }),
    }
    setErrors(found)
    if (!checked.success || found.reason) return
    const { credits } = usersClient
    const answer = await sendOnce(json, options =>
      reauthenticated(() =>
        step === 'grant'
          ? call(credits.grant.$post({ json }, options))
          : call(credits.adjust.$post({ json: { ...json, operation: 'subtract' as const } }, options)),
      ),
    )
    if (isProposed(answer)) await sayProposed(answer)
    else toast.success(answer.message)
    await usersChanged()
    onClose()
  }

  function fail(error: Error) {
    if (!error.message) return
    const isInsufficient = error instanceof ApiError && error.code === 'insufficient_credits'
    toast.error(isInsufficient ? INSUFFICIENT : WORDS[step].failed)
    setErrors(problemsOfAnswer(error))
    setProblem(error.message)
  }

  return {
    current: form,
    errors,
    problem,
    isBusy,
    set(fields: Partial<typeof form>) {
      setForm({ ...form, ...fields })
      setErrors({})
      setProblem(undefined)
    },
    submit(event: FormEvent) {
      event.preventDefault()
      if (isBusy) return
      setBusy(true)
      setProblem(undefined)
      void send()
        .catch(fail)
        .finally(() => setBusy(false))
    },
  }
}

/** Text that is no number becomes NaN, which the schema refuses with its message. */
const wholeOf = (text: string) => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN)
