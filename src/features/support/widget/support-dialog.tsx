import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import type { SessionUser } from '#kernel/client/session/session.ts'
import { useSettings } from '#kernel/client/site.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { useList } from '#ui/use-list.ts'
import { MESSAGE_LENGTH, messageFault, type Priority, SUBJECT_LENGTH, type TicketType, typedText } from '../rules.ts'
import type { useCooldown } from './cooldown.ts'
import { type Field, type ShownTicket, type SubmissionForm, supportClient, useSubmission } from './use-submission.ts'

type SupportDialogProps = {
  user: SessionUser
  cooldown: ReturnType<typeof useCooldown>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** "Get Support": the form and the user's earlier tickets. Stays mounted while closed, so that the typed text is kept. */
export function SupportDialog({ user, cooldown, open, onOpenChange }: SupportDialogProps) {
  const [tab, setTab] = useState<'write' | 'written'>('write')
  const submission = useSubmission({
    user,
    onSent(sentence) {
      cooldown.start()
      toast.success(sentence)
      onOpenChange(false)
    },
    onEarly: cooldown.start,
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Get Support"
      description="Our team reads this and answers by e-mail."
    >
      <Tabs
        label="Support"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'write',
            label: 'Write to us',
            content: <SupportForm submission={submission} email={user.email} left={cooldown.left} />,
          },
          { value: 'written', label: 'Your requests', content: <MyTickets /> },
        ]}
      />
    </Dialog>
  )
}

const TYPES = [
  { value: 'support', label: 'Support: my account, an order, an entry' },
  { value: 'general', label: 'General inquiry: anything else' },
] as const
const PRIORITIES = [
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
] as const

/** Used length of a text; hidden while the text is empty. */
const used = (text: string, length: number) => (text ? `${text.length} of ${length} characters` : undefined)

type SupportFormProps = { submission: SubmissionForm; email: string /** Seconds left to wait. */; left: number }

/** The form of the "Get Support" dialog. */
function SupportForm({ submission, email, left }: SupportFormProps) {
  const { values, errors, busy, problem, choose, write, send } = submission
  const controls = useRef<HTMLFormElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (left > 0) return
    const wrong = send()
    const control = wrong && controls.current?.elements.namedItem(wrong)
    if (control instanceof HTMLElement) control.focus()
  }
  const text = (field: Field) => ({
    id: `support-${field}`,
    name: field,
    value: values[field],
    error: errors[field],
    required: true,
    onChange: (event: { target: { value: string } }) => write(field, event.target.value),
  })

  return (
    <form ref={controls} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormError>{problem}</FormError>
      <SelectField
        label="What is it about?"
        name="type"
        value={values.type}
        options={TYPES}
        onChange={event => choose({ type: event.target.value as TicketType })}
      />
      <TextField {...text('subject')} label="Subject" hint={used(values.subject, SUBJECT_LENGTH)} autoComplete="off" />
      <TextAreaField {...text('message')} label="Message" hint={used(values.message, MESSAGE_LENGTH)} rows={5} />
      {values.type === 'support' && (
        <SelectField
          label="Priority"
          name="priority"
          value={values.priority}
          options={PRIORITIES}
          onChange={event => choose({ priority: event.target.value as Priority })}
        />
      )}
      <p className="text-muted text-sm">
        We answer to <span className="break-all text-ink">{email}</span>, and can see the phone number and address of
        your account.
      </p>
      <SubmitButton busy={busy} left={left} />
    </form>
  )
}

function SubmitButton({ busy, left }: { busy: boolean; left: number }) {
  return (
    <div className="flex flex-col gap-2">
      <Button type="submit" size="lg" wide busy={busy} busyText="Submitting..." disabled={left > 0}>
        {left > 0 ? <span className="normal-case tabular-nums">Submit again in {left} s</span> : 'Submit'}
      </Button>
      {left > 0 && <p className="text-center text-muted text-sm">Please wait before submitting another inquiry</p>}
    </div>
  )
}

const PAGE = '10'
const STATUS: Record<ShownTicket['status'], { label: string; tone: BadgeTone }> = {
  open: { label: 'Open', tone: 'signal' },
  'in-progress': { label: 'In progress', tone: 'ranger' },
  closed: { label: 'Closed', tone: 'neutral' },
  new: { label: 'New', tone: 'signal' },
  reviewed: { label: 'Reviewed', tone: 'ranger' },
}

/** The user's tickets, newest first, with their status. */
function MyTickets() {
  const list = useList({
    queryKey: ['my', 'tickets'],
    fetchPage: next => call(supportClient.my.tickets.$get({ query: { limit: PAGE, ...next } })),
    rowsOf: page => page.tickets,
  })
  const empty = (
    <EmptyState icon="mail" title="No requests yet">
      Your requests and their status appear here.
    </EmptyState>
  )
  return (
    <ListBody list={list} loading={6} empty={empty} nouns={['request', 'requests']}>
      {tickets => (
        <ul className="divide-y divide-line border-line border-y">
          {tickets.map(ticket => (
            <Ticket key={ticket.id} ticket={ticket} />
          ))}
        </ul>
      )}
    </ListBody>
  )
}

function Ticket({ ticket }: { ticket: ShownTicket }) {
  const { name } = useSettings().brand
  const { label, tone } = STATUS[ticket.status]
  return (
    <li className="py-4">
      <details className="group">
        <summary className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <Icon name="chevron-down" className="mt-0.75 text-muted group-open:rotate-180" />
          <span className="min-w-0 flex-1 basis-48 font-semibold">{ticket.subject}</span>
          <Badge tone={tone}>{label}</Badge>
          <span className="w-full pl-8 text-muted text-sm">
            {ticket.type === 'support' ? `Support, ${ticket.priority} priority` : 'General inquiry'} ·{' '}
            <time dateTime={ticket.createdAt}>{formatMoment(new Date(ticket.createdAt))}</time>
          </span>
        </summary>
        <div className="mt-3 ml-8 flex flex-col gap-4">
          <Words>{ticket.message}</Words>
          {ticket.conversation.map(({ id, from, message, createdAt }) => (
            <div key={id}>
              <p className="mb-1 flex flex-wrap justify-between gap-x-4 text-muted text-sm">
                <span className="wrap-anywhere font-semibold">{from === 'us' ? name : 'You'}</span>
                <time dateTime={createdAt}>{formatMoment(new Date(createdAt))}</time>
              </p>
              <Words>{message}</Words>
            </div>
          ))}
          <WriteMore ticket={ticket} />
        </div>
      </details>
    </li>
  )
}

const Words = ({ children }: { children: string }) => (
  <p className="whitespace-pre-wrap border-line border-l-2 pl-4 text-sm wrap-anywhere">{children}</p>
)

/** Adds a message to an earlier ticket; a closed ticket is reopened. */
function WriteMore({ ticket }: { ticket: ShownTicket }) {
  const [message, setMessage] = useState('')
  const [fault, setFault] = useState<string>()
  const sendOnce = useIdempotentSend()
  const send = useMutation({
    mutationFn: () =>
      sendOnce({ message }, options =>
        call(supportClient.my.tickets[':id'].messages.$post({ param: { id: ticket.id }, json: { message } }, options)),
      ),
    async onSuccess({ message: sentence }) {
      setMessage('')
      await queryClient.invalidateQueries({ queryKey: ['my', 'tickets'] })
      toast.success(sentence)
    },
    onError: error => setFault((error instanceof ApiError && error.errors.message?.[0]) || error.message),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = messageFault(message)
    setFault(found)
    if (!found && !send.isPending) send.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col items-start gap-3">
      <TextAreaField
        label="Write more about this"
        hint={ticket.status === 'closed' ? 'Your message reopens it.' : undefined}
        rows={2}
        maxLength={MESSAGE_LENGTH}
        className="w-full"
        value={message}
        error={fault}
        onChange={({ target }) => {
          setMessage(typedText(target.value))
          setFault(undefined)
        }}
      />
      <Button type="submit" variant="secondary" size="sm" busy={send.isPending} busyText="Sending...">
        Send
      </Button>
    </form>
  )
}
