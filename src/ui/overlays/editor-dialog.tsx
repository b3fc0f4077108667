import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../buttons/button.tsx'
import { LeaveDialog, useUnsaved } from '../editing/unsaved.tsx'
import { type FieldProblem, FormError } from '../forms/form-error.tsx'
import { DeleteButton, type Deletion } from './delete-button.tsx'
import { Dialog } from './dialog.tsx'

type EditorDialogProps = {
  title: string
  saveLabel: string
  formId: string
  /** Names of the changed fields. If empty, there is nothing to save or lose. */
  changed: readonly string[]
  /** For a new object: the form can be sent without changes and then lists the missing fields. */
  isNew?: boolean
  busy: boolean
  /** For users without the right to save: shows only the close button. */
  readOnly?: boolean
  /** The panel of `useEditConflict`, above the form. The user must resolve the conflict before saving. */
  conflict?: ReactNode
  /** Why the form was refused, in a sentence above the fields. */
  refusal?: ReactNode
  /** The refused fields, listed below `refusal` with links. */
  problems?: readonly FieldProblem[]
  /** Shows a button that deletes the object after a question. */
  deletion?: Deletion | undefined
  onSave: () => void
  onClose: () => void
  /** The fields with their errors. */
  children: ReactNode
}

/** A staff form in a dialog, with its errors. The footer names the changes, and closing asks before input is lost. */
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
    refusal,
    problems,
    deletion,
    onSave,
    onClose,
    children,
  } = props
  const unsaved = useUnsaved(changed, onClose)
  const isChanged = changed.length > 0
  const form = useRef<HTMLFormElement>(null)
  const isSent = useRef(false)
  // The save button is at the foot of a long form, and the error is at its top.
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
      size="lg"
      startsInField
      title={title}
      onOpenChange={unsaved.leave}
      footer={
        <>
          <p role="status" className="mr-auto self-center text-muted text-sm not-empty:max-sm:basis-full">
            {isChanged && `Changed: ${changed.join(', ')}`}
          </p>
          {deletion && !readOnly && <DeleteButton {...deletion} />}
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
        <FormError {...(problems && { problems })}>{refusal}</FormError>
        {children}
      </form>
      <LeaveDialog unsaved={unsaved} />
    </Dialog>
  )
}
