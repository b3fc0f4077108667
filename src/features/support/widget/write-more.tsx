import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { MESSAGE_LENGTH, messageFault, typedText } from '../rules.ts'
import { type ShownTicket, supportClient } from '../support-client.ts'

/** Adds a message to an earlier ticket; a closed ticket is reopened. */
export function WriteMore({ ticket }: { ticket: ShownTicket }) {
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
        hint={ticket.status === 'closed' ? 'It is opened again with your message.' : undefined}
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
