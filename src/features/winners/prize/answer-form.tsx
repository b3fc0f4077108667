import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useProfile } from '#features/identity/profile/web/use-profile.ts'
import { call } from '#kernel/client/calls/call.ts'
import { problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { Button } from '#ui/buttons/button.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { Prize } from '../contract.ts'
import { draftOf, problemsOf } from './address-draft.ts'
import { AddressFields } from './address-fields.tsx'
import { prizesChanged, prizesClient } from './prize-client.ts'

const DeclineDialog = lazy(async () => (await import('./decline-dialog.tsx')).DeclineDialog)

type Props = { prize: Prize; linkKey: string | undefined; onAnswered: () => void }

/** The winner accepts the prize with an address, or declines. After acceptance, the address can be corrected until the prize ships. */
export function AnswerForm({ prize, linkKey, onAnswered }: Props) {
  if (prize.isOwn) return <WithProfile prize={prize} linkKey={linkKey} onAnswered={onAnswered} />
  return <Form prize={prize} linkKey={linkKey} onAnswered={onAnswered} address={draftOf(prize.shipTo)} />
}

/** A signed-in winner gets the address on file prefilled. */
function WithProfile(props: Props) {
  const { data, isError } = useProfile()
  if (!data && !isError) return null
  const address = draftOf(props.prize.shipTo ?? (data ? { name: data.name, ...data.shippingAddress } : null))
  return <Form {...props} address={address} />
}

function Form({ prize, linkKey, onAnswered, address }: Props & { address: ReturnType<typeof draftOf> }) {
  const [draft, setDraft] = useState(address)
  const [isEligible, setEligible] = useState(prize.canCorrect)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isDeclining, setDeclining] = useState(false)
  const key = linkKey ? { key: linkKey } : {}
  const accept = useMutation({
    mutationFn: () =>
      call(
        prizesClient().prizes[':id'].accept.$post({
          param: { id: prize.id },
          json: { ...key, shipTo: draft, isEligible: true },
        }),
      ),
    async onSuccess() {
      await prizesChanged()
      onAnswered()
    },
    onError: error => setErrors(answered(error)),
  })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = problemsOf(draft)
    if (!isEligible) found.isEligible = 'Please confirm that you may take the prize.'
    setErrors(found)
    if (Object.keys(found).length === 0 && !accept.isPending) accept.mutate()
  }

  return (
    <form ref={form} noValidate method="post" onSubmit={submit} className="flex flex-col gap-5">
      <SectionHeading>{prize.canCorrect ? 'Correct the address' : 'Where should it go?'}</SectionHeading>
      <FormError>{accept.error?.message}</FormError>
      <AddressFields draft={draft} errors={errors} onChange={setDraft} isOwn />
      {prize.canAnswer && (
        <CheckboxField
          label="I am old enough to enter by the rules, live in the United States, and nobody else answers for me."
          checked={isEligible}
          error={errors.isEligible}
          onChange={({ target }) => setEligible(target.checked)}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={accept.isPending} busyText="Saving...">
          {prize.canCorrect ? 'Save Address' : 'Take the prize'}
        </Button>
        <Button variant="quiet" onClick={() => setDeclining(true)}>
          I do not want it
        </Button>
      </div>
      {isDeclining && (
        <DeclineDialog prize={prize} linkKey={linkKey} onClose={() => setDeclining(false)} onDeclined={onAnswered} />
      )}
    </form>
  )
}

/** Maps the server's field paths to the address fields. */
const answered = (error: unknown) =>
  Object.fromEntries(
    Object.entries(problemsOfAnswer(error)).map(([path, message]) => [path.replace('shipTo.', ''), message]),
  )
