import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

type EditorDialogProps = {
  title: string
  /** What the saving button says. */
  saveLabel: string
  formId: string
  /** The names of what differs from what was opened; nothing is saved, and nothing lost, while there are none. */
  changed: readonly string[]
  busy: boolean
  onSave: () => void
  onClose: () => void
  /** The fields, with what is wrong with them. */
  children: ReactNode
}

/** A form of staff in a dialog: its foot names what changed, and it is left only when nothing typed is lost, or on purpose. */
export function EditorDialog({
  title,
  saveLabel,
  formId,
  changed,
  busy,
  onSave,
  onClose,
  children,
}: EditorDialogProps) {
  const [leaving, setLeaving] = useState(false)
  const isChanged = changed.length > 0
  useWarningBeforeUnload(isChanged)
  const leave = () => (isChanged ? setLeaving(true) : onClose())
  function submit(event: FormEvent) {
    event.preventDefault()
    onSave()
  }
  return (
    <>
      <Dialog
        open
        size="lg"
        title={title}
        onOpenChange={leave}
        footer={
          <>
            <p role="status" className="mr-auto self-center text-muted text-sm">
              {isChanged && `Changed: ${changed.join(', ')}`}
            </p>
            <Button variant="secondary" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form={formId} disabled={!isChanged} busy={busy} busyText="Saving...">
              {saveLabel}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate className="flex flex-col gap-6" onSubmit={submit}>
          {children}
        </form>
      </Dialog>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Leave without saving?"
        description={`What you changed would be lost: ${changed.join(', ')}.`}
        confirmLabel="Leave"
        cancelLabel="Keep editing"
        danger
        onConfirm={onClose}
      />
    </>
  )
}

/** Closing the tab asks first, too. */
function useWarningBeforeUnload(unsaved: boolean) {
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsaved])
}
