import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { useSettings } from '#kernel/client/site.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { AdminGiveaway } from '../../admin-contract.ts'
import { adminClient, giveawaysChanged, orSaying } from '../../lifecycle/admin/giveaways-admin-client.ts'
import { dayInWords, mailWindowOf } from '../mail-window.ts'

const empty = () => ({ name: '', email: '', receivedOn: shopDayOf(new Date()), postmarkedOn: '' })

/** Add Private Entry: opens the form for a free mail-in entry. The form stays open, because mail arrives in batches. */
export function AddPrivateEntry({ giveaway }: { giveaway: AdminGiveaway }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <PrivateEntryForm giveaway={giveaway} onClose={() => setOpen(false)} />
  return (
    <Button variant="secondary" icon="plus" className="self-start" onClick={() => setOpen(true)}>
      Add Private Entry
    </Button>
  )
}

type FormProps = { giveaway: AdminGiveaway; onClose: () => void }

/** The day of arrival decides whether an entry counts. The postmark is only recorded. */
function PrivateEntryForm({ giveaway, onClose }: FormProps) {
  const { mailInHours } = useSettings()
  const [draft, setDraft] = useState(empty)
  const sendOnce = useIdempotentSend()
  const closesAt = giveaway.closedAt ?? giveaway.endDate
  const { first, last } = mailWindowOf({
    startsAt: new Date(giveaway.startDate),
    closesAt: closesAt ? new Date(closesAt) : null,
    mailInHours,
  })
  const adding = useMutation({
    mutationFn() {
      const json = { ...draft, receivedOn: draft.receivedOn || undefined, postmarkedOn: draft.postmarkedOn || null }
      const send = adminClient().admin.giveaways[':id']['private-entries'].$post
      return orSaying('Failed to create private entry', () =>
        sendOnce(json, options => call(send({ param: { id: giveaway.id }, json }, options))),
      )
    },
    async onSuccess({ message }) {
      toast.success(message)
      setDraft(empty())
      await giveawaysChanged()
    },
  })
  const [edited, setEdited] = useState<readonly string[]>([])
  /** Editing a field clears its error. */
  const errors = Object.fromEntries(
    Object.entries(problemsOfAnswer(adding.error)).filter(([name]) => !edited.includes(name)),
  )
  function submit(event: FormEvent) {
    event.preventDefault()
    setEdited([])
    adding.mutate()
  }
  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    error: errors[name],
    onChange({ target }: { target: { value: string } }) {
      setDraft({ ...draft, [name]: target.value })
      setEdited([...edited, name])
    },
  })
  const isOne = Object.keys(problemsOfAnswer(adding.error)).length === 0
  return (
    <form onSubmit={submit} noValidate aria-label="Add Private Entry" className="flex flex-col gap-3">
      <FormError>{isOne && adding.error?.message}</FormError>
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <TextField label="Name" required autoFocus maxLength={120} {...field('name')} />
        <TextField label="E-mail" required type="email" maxLength={254} {...field('email')} />
        <TextField label="Received on" type="date" min={first} max={last ?? undefined} {...field('receivedOn')} />
        <TextField label="Postmark" type="date" hint="Optional" {...field('postmarkedOn')} />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="secondary" busy={adding.isPending} busyText="Adding...">
          Add Private Entry
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Done
        </Button>
        <p className="text-muted text-sm">
          What came from {dayInWords(first)}
          {last ? ` to ${dayInWords(last)}` : ' until the mail-in window ends'} counts; a postmark is not enough.
        </p>
      </div>
    </form>
  )
}
