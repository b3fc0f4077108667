import { call } from '#platform/client/call.ts'
import { AddNote } from '#ui/add-note.tsx'
import { orderDone, staffClient } from './staff-client.ts'

/** A note to colleagues in an order's time line; its buyer never sees it. */
export const NoteForm = ({ orderId }: { orderId: string }) => (
  <AddNote
    maxLength={2000}
    add={async note => {
      const added = staffClient().admin.orders[':id'].notes.$post({ param: { id: orderId }, json: { note } })
      await orderDone(await call(added))
    }}
  />
)
