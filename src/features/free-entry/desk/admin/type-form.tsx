import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { addressOf, type CardFields, dayOfText, NO_FIELDS } from '../card-fields.ts'
import type { DeskCard } from '../contract.ts'
import { cardCalls } from './mail-desk-client.ts'
import type { Done } from './use-desk-work.ts'

type TypeFormProps = { card: DeskCard; onTyped: (done: Done) => void; onSkip: () => void; onStop: () => void }

const BAD_DAY = 'Type it as 05171990 or 5/17/1990.'

/** The fields in the order of the printed card. Enter goes to the next field, and from the last one to the next card. */
export function TypeForm({ card, onTyped, onSkip, onStop }: TypeFormProps) {
  const [fields, setFields] = useState<CardFields>(NO_FIELDS)
  const [edited, setEdited] = useState<readonly string[]>([])
  const sendOnce = useIdempotentSend()
  const typing = useMutation({
    mutationFn() {
      const { name, email, birthDate, postmarkedOn } = fields
      const json = { name, email, address: addressOf(fields), birthDate: dayOfText(birthDate) ?? '', postmarkedOn }
      const param = { number: String(card.number) }
      return sendOnce(json, options => call(cardCalls().type.$post({ param, json }, options)))
    },
    onSuccess: ({ message, problem }) => onTyped({ message, notice: problem?.sentence }),
  })
  const answered = problemsOfAnswer(typing.error)
  const isBadDay = dayOfText(fields.birthDate) === null
  const problems: Record<string, string | undefined> = {
    ...answered,
    street: answered.address,
    birthDate: isBadDay && edited.includes('left birthDate') ? BAD_DAY : answered.birthDate,
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (typing.isPending) return
    setEdited(isBadDay ? ['left birthDate'] : [])
    if (!isBadDay) typing.mutate()
  }
  const field = (name: keyof CardFields) => ({
    name,
    value: fields[name],
    autoComplete: 'off',
    error: edited.includes(name) ? undefined : problems[name],
    onChange({ target }: { target: { value: string } }) {
      setFields({ ...fields, [name]: target.value })
      setEdited([...edited, name])
    },
  })
  return (
    <form
      onSubmit={submit}
      onKeyDown={goOnByEnter}
      noValidate
      aria-label={`Card ${card.number}`}
      className="flex flex-col gap-4"
    >
      <FormError>{Object.keys(answered).length === 0 && typing.error?.message}</FormError>
      <div className="grid items-start gap-4 sm:grid-cols-6">
        <TextField className="sm:col-span-3" label="Name" required autoFocus maxLength={120} {...field('name')} />
        <TextField className="sm:col-span-3" label="Street" required maxLength={150} {...field('street')} />
        <TextField className="sm:col-span-3" label="City" required maxLength={80} {...field('city')} />
        <TextField className="sm:col-span-1" label="State" required maxLength={30} {...field('state')} />
        <TextField className="sm:col-span-2" label="ZIP" required maxLength={10} {...field('zip')} />
        <TextField
          className="sm:col-span-2"
          label="Birth date"
          hint="Month, day, year: 05171990"
          inputMode="numeric"
          maxLength={12}
          {...field('birthDate')}
        />
        <TextField className="sm:col-span-2" label="E-mail" hint="If it is there" maxLength={254} {...field('email')} />
        <TextField className="sm:col-span-2" label="Postmark" type="date" hint="Optional" {...field('postmarkedOn')} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={typing.isPending} busyText="Saving...">
          Save and next
        </Button>
        <Button variant="secondary" onClick={onSkip}>
          Skip
        </Button>
        <Button variant="quiet" onClick={onStop}>
          Stop
        </Button>
      </div>
    </form>
  )
}

/** Enter moves to the next field until the e-mail address, which is the last one that a card has. There it sends the form. */
function goOnByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target } = event
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
  const inputs = [...event.currentTarget.querySelectorAll('input')]
  const next = inputs[inputs.indexOf(target) + 1]
  if (!next || target.name === 'email' || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  next.focus()
}
