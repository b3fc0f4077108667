import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { LeaveDialog, useUnsaved } from './unsaved.tsx'

type EditorDialogProps = {
  title: string
  /** What the saving button says. */
  saveLabel: string
  formId: string
  /** The names of what differs from what was opened; nothing is saved, and nothing lost, while there are none. */
  changed: readonly string[]
  /** Of a thing that is not there yet: it may be sent empty, and then says what is missing. */
  isNew?: boolean
  busy: boolean
  /** For whoever may look and not save: nothing but closing is offered. */
  readOnly?: boolean
  /** The panel of `useEditConflict`: stands above the form, and what it asks is answered before anything is saved. */
  conflict?: ReactNode
  onSave: () => void
  onClose: () => void
  /** The fields, with what is wrong with them. */
  children: ReactNode
}

/** A form of staff in a dialog: its foot names what changed, and it is left only when nothing typed is lost, or on purpose. */
export function EditorDialog(props: EditorDialogProps) {
  const {
    title,
    saveLabel,
    formId,
    changed,
    isNew = false,
    busy,
    readOnly,
    conflict,
    onSave,
    onClose,
    children,
  } = props
  const unsaved = useUnsaved(changed, onClose)
  const isChanged = changed.length > 0
  const form = useRef<HTMLFormElement>(null)
  const isSent = useRef(false)
  // A long form is sent from its foot, and what is wrong with it stands above it.
  useEffect(() => {
    if (!isSent.current || busy) return
    isSent.current = false
    form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (conflict) return
    isSent.current = true
    onSave()
  }
  return (
    <Dialog
      open
      size="lg"
      startsInField
      title={title}
      onOpenChange={unsaved.leave}
      footer={
        <>
          <p role="status" className="mr-auto self-center text-muted text-sm not-empty:max-sm:basis-full">
            {isChanged && `Changed: ${changed.join(', ')}`}
          </p>
          <Button variant="secondary" onClick={unsaved.leave}>
            {readOnly ? 'Close' : 'Cancel'}
          </Button>
          {!readOnly && (
            <Button
              type="submit"
              form={formId}
              disabled={(!isChanged && !isNew) || Boolean(conflict)}
              busy={busy}
              busyText="Saving..."
            >
              {saveLabel}
            </Button>
          )}
        </>
      }
    >
      {conflict && <div className="mb-6">{conflict}</div>}
      <form ref={form} id={formId} noValidate className="flex flex-col gap-6" onSubmit={submit}>
        {children}
      </form>
      <LeaveDialog unsaved={unsaved} />
    </Dialog>
  )
}
