import { type FormEvent, useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { WinnerDetail, WriteBody } from '../contract.ts'
import { useAct, winnersClient } from './lists/winners-client.ts'

/** All e-mails to a winner, latest first, and a form for a new e-mail. */
export function Messages({ winner }: { winner: WinnerDetail }) {
  const mayWrite = winner.actions.includes('write')
  return (
    <div className="flex flex-col gap-5">
      {mayWrite && <WriteForm winner={winner} />}
      {winner.messages.length === 0 ? (
        <p className="text-muted text-sm">No messages yet.</p>
      ) : (
        <ol className="divide-y divide-line border-line border-y" aria-label="E-mails to the winner">
          {winner.messages.map(message => (
            <li key={message.id} className="py-2.5 text-sm">
              <p className="font-semibold wrap-anywhere">{message.subject}</p>
              <p className="text-muted">
                {formatMoment(new Date(message.at))} · {message.by ?? 'by the shop itself'}
              </p>
              {message.body && <p className="mt-1 max-w-prose whitespace-pre-wrap wrap-anywhere">{message.body}</p>}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

const EMPTY: WriteBody = { subject: '', text: '' }

function WriteForm({ winner }: { winner: WinnerDetail }) {
  const [input, setInput] = useState(EMPTY)
  const send = useAct<WriteBody>(
    winner.id,
    json => call(winnersClient()[':id'].messages.$post({ param: { id: winner.id }, json })),
    'The e-mail is on its way',
    () => setInput(EMPTY),
  )
  const errors = send.error instanceof ApiError ? send.error.errors : {}
  const field = (name: keyof WriteBody) => ({
    value: input[name],
    error: errors[name]?.[0],
    onChange: ({ target }: { target: { value: string } }) => {
      setInput({ ...input, [name]: target.value })
      send.reset()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!send.isPending) send.mutate(input)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col items-start gap-3" aria-label="Write to the winner">
      <FormError>{Object.keys(errors).length === 0 ? send.error?.message : undefined}</FormError>
      <TextField label="Subject" required maxLength={200} className="w-full" {...field('subject')} />
      <TextAreaField
        label="Message"
        hint={`By e-mail to ${winner.email}, with a link to the prize`}
        required
        rows={4}
        maxLength={5000}
        className="w-full"
        {...field('text')}
      />
      <Button type="submit" variant="secondary" size="sm" busy={send.isPending} busyText="Sending...">
        Send e-mail
      </Button>
    </form>
  )
}
