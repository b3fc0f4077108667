import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { giveawaysChanged, orSaying } from '#features/giveaways/giveaway/admin/giveaways-admin-client.ts'
import type { AdminGiveaway } from '#features/giveaways/giveaway/admin-contract.ts'
import { mailWindowOf } from '#features/giveaways/giveaway/mail-window.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { useSettings } from '#kernel/client/site.ts'
import { dayInWords } from '#kernel/values/format-moment.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { RefusalReason } from '../card-reasons.ts'
import { cardsAdminClient } from './cards-admin-client.ts'
import { REASON_OPTIONS } from './reason-options.ts'

const empty = () => ({ name: '', address: '', email: '', receivedOn: shopDayOf(new Date()), postmarkedOn: '' })
type FormState = ReturnType<typeof empty>

/** The reason that a refusal of the server suggests. */
const SUGGESTED: Record<string, RefusalReason> = {
  card_over_cap: 'over_cap',
  sender_under_age: 'under_age',
  mail_too_late: 'outside_window',
  too_early_for_mail: 'outside_window',
}

/** Add Private Entry: opens the form for a card of the mail. The form stays open, because mail arrives in batches. */
export function AddPrivateEntry({ giveaway }: { giveaway: AdminGiveaway }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <CardForm giveaway={giveaway} onClose={() => setOpen(false)} />
  return (
    <Button variant="secondary" icon="plus" className="self-start" onClick={() => setOpen(true)}>
      Add Private Entry
    </Button>
  )
}

/** Sends a card to be registered, or recorded as refused for a reason. */
function useCardSending(giveawayId: string, current: FormState, onSent: () => void) {
  const sendOnce = useIdempotentSend()
  return useMutation({
    mutationFn(reason: RefusalReason | null) {
      const card = {
        ...current,
        receivedOn: current.receivedOn || undefined,
        postmarkedOn: current.postmarkedOn || null,
      }
      const param = { id: giveawayId }
      const { 'private-entries': entries, 'refused-cards': refused } = cardsAdminClient().admin.giveaways[':id']
      return orSaying('Failed to create private entry', (): Promise<{ message: string }> => {
        if (reason === null) return sendOnce(card, options => call(entries.$post({ param, json: card }, options)))
        const json = { ...card, reason }
        return sendOnce(json, options => call(refused.$post({ param, json }, options)))
      })
    },
    async onSuccess({ message }) {
      toast.success(message)
      onSent()
      await giveawaysChanged()
    },
  })
}

/** The day of arrival decides whether a card counts. The postmark is only recorded. */
function CardForm({ giveaway, onClose }: { giveaway: AdminGiveaway; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [current, setCurrent] = useState(empty)
  const [reason, setReason] = useState<RefusalReason | ''>('')
  const [edited, setEdited] = useState<readonly string[]>([])
  const sending = useCardSending(giveaway.id, current, () => {
    setCurrent(empty())
    setReason('')
    // The next card of the batch begins with its name.
    form.current?.querySelector('input')?.focus()
  })
  const problems = problemsOfAnswer(sending.error)
  const suggested = sending.error instanceof ApiError ? SUGGESTED[sending.error.code] : undefined
  function send(as: RefusalReason | null) {
    setEdited([])
    sending.mutate(as)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    send(null)
  }
  const field = (name: keyof FormState) => ({
    value: current[name],
    // Editing a field clears its error.
    error: edited.includes(name) ? undefined : problems[name],
    onChange({ target }: { target: { value: string } }) {
      setCurrent({ ...current, [name]: target.value })
      setEdited([...edited, name])
    },
  })
  const { first, last } = useMailWindow(giveaway)
  const refusedAs = reason || suggested || ''
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Add Private Entry" className="flex flex-col gap-3">
      <FormError>{Object.keys(problems).length === 0 && sending.error?.message}</FormError>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField label="Name" required autoFocus maxLength={120} {...field('name')} />
        <TextField label="E-mail" type="email" hint="If it is on the card" maxLength={254} {...field('email')} />
        <TextAreaField
          label="Postal address"
          rows={3}
          hint="As on the card. With the name it finds the sender’s other cards"
          maxLength={300}
          {...field('address')}
        />
        <div className="grid grid-cols-2 items-start gap-3">
          <TextField label="Received on" type="date" min={first} max={last ?? undefined} {...field('receivedOn')} />
          <TextField label="Postmark" type="date" hint="Optional" {...field('postmarkedOn')} />
        </div>
      </div>
      <p className="text-muted text-sm">
        What came from {dayInWords(first)}
        {last ? ` to ${dayInWords(last)}` : ' until the mail-in window ends'} counts; a postmark is not enough. Each
        opened card gets a number, also one that does not count.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Button
          type="submit"
          variant="secondary"
          busy={sending.isPending && sending.variables === null}
          busyText="Adding..."
        >
          Add Private Entry
        </Button>
        <SelectField
          label="Not an entry, because"
          className="w-full sm:w-64"
          options={[{ value: '', label: 'Choose a reason' }, ...REASON_OPTIONS]}
          value={refusedAs}
          onChange={event => setReason(event.target.value as RefusalReason | '')}
        />
        <Button
          variant="secondary"
          disabled={!refusedAs}
          busy={sending.isPending && sending.variables !== null}
          busyText="Recording..."
          onClick={() => refusedAs && send(refusedAs)}
        >
          Record as refused
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Done
        </Button>
      </div>
    </form>
  )
}

function useMailWindow(giveaway: AdminGiveaway) {
  const { mailInHours } = useSettings()
  const closesAt = giveaway.closedAt ?? giveaway.endDate
  return mailWindowOf({
    startsAt: new Date(giveaway.startDate),
    closesAt: closesAt ? new Date(closesAt) : null,
    mailInHours,
    timeZone: giveaway.timeZone,
  })
}
