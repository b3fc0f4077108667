import { useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

export type Deletion = {
  /** "Delete supplier": on both buttons, and the question. */
  label: string
  /** Deletes the object and closes its form. On an error the question stays and shows the message. */
  onDelete: () => Promise<void>
}

/** Button that deletes an object after a question. In a form's dialog, render it beside the form, not inside. */
export function DeleteButton({ label, onDelete }: Deletion) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button variant="quiet" icon="trash" onClick={() => setAsked(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={`${label}?`}
        description="This cannot be undone."
        confirmLabel={label}
        busyLabel="Deleting..."
        danger
        onConfirm={onDelete}
      />
    </>
  )
}
