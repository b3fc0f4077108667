import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#platform/client/api-error.ts'
import { call } from '#platform/client/call.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/text-area-field.tsx'
import { orderDone, staffClient } from './staff-client.ts'

/** A note to colleagues in an order's time line; its buyer never sees it. */
export function NoteForm({ orderId }: { orderId: string }) {
  const [note, setNote] = useState('')
  const add = useMutation({
    mutationFn: () => call(staffClient().admin.orders[':id'].notes.$post({ param: { id: orderId }, json: { note } })),
    async onSuccess(order) {
      setNote('')
      await orderDone(order)
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!add.isPending) add.mutate()
  }
  const error = add.error instanceof ApiError ? (add.error.errors.note?.[0] ?? add.error.message) : undefined
  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-3">
      <TextAreaField
        label="Note, for staff only"
        rows={2}
        maxLength={2000}
        className="w-full"
        value={note}
        error={error}
        onChange={event => {
          setNote(event.target.value)
          add.reset()
        }}
      />
      <Button type="submit" variant="secondary" size="sm" busy={add.isPending} busyText="Adding...">
        Add note
      </Button>
    </form>
  )
}
