import { call } from '#kernel/client/calls/call.ts'
import { AddNote } from '#ui/editing/add-note.tsx'
import { orderDone, staffClient } from './staff-client.ts'

/** Adds an internal note to the order's time line. The buyer never sees notes. */
export const NoteForm = ({ orderId }: { orderId: string }) => (
  <AddNote
    maxLength={2000}
    add={async note => {
      const added = staffClient().admin.orders[':id'].notes.$post({ param: { id: orderId }, json: { note } })
      await orderDone(await call(added))
    }}
  />
)
