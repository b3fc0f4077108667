import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { FormError } from '../forms/form-error.tsx'
import { TextField } from '../forms/text-field.tsx'
import { DialogPopup } from './dialog-popup.tsx'

type ConfirmDialogProps = {
  /** Omit for a dialog that is mounted only while it is open. */
  open?: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** The consequence, in a sentence. */
  description: ReactNode
  /** A preview of the consequences, or further fields. */
  children?: ReactNode
  /** The verb: "Delete product", never "OK". */
  confirmLabel: string
  busyLabel?: string
  cancelLabel?: string
  danger?: boolean
  /** Text that the user must type exactly before the button works: the title of the thing to draw or delete. */
  typed?: string
  /** The dialog is busy until the promise settles. The caller closes it. On an error the dialog stays open and shows the message. */
  onConfirm: () => void | Promise<void>
}

/** Confirms an action that cannot be undone. A press outside does nothing; Escape cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open = true } = props
  return (
    <Base.Root open={open} onOpenChange={props.onOpenChange}>
      <DialogPopup open={open} className="max-h-[92dvh] w-full max-w-lg overflow-y-auto scroll-pb-28 p-5 sm:p-6">
        <Base.Title className="text-xl">{props.title}</Base.Title>
        <Base.Description className="mt-2 text-muted">{props.description}</Base.Description>
        <Answer {...props} />
      </DialogPopup>
    </Base.Root>
  )
}

/** Stays above the scrolling content: the buttons, their text with the amount, and the error. */
const STAYS_IN_SIGHT =
  'sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-col gap-3 border-line border-t bg-surface px-5 py-4 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6'

/** Mounted only while the dialog is open, so that its input is discarded on close. */
function Answer(props: ConfirmDialogProps) {
  const { typed, danger = false, confirmLabel, cancelLabel = 'Cancel' } = props
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const hintId = useId()
  const ready = typed === undefined || text.trim() === typed

  async function confirm(event: FormEvent) {
    event.preventDefault()
    if (!ready || busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await props.onConfirm()
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={confirm} className="mt-4 flex flex-col gap-4">
      {props.children}
      {typed !== undefined && (
        <TextField
          label={
            <>
              Type <strong className="text-signal">{typed}</strong> to confirm
            </>
          }
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      )}
      <div className={STAYS_IN_SIGHT}>
        <FormError>{problem}</FormError>
        <div className="flex flex-wrap justify-end gap-3">
          <Base.Close render={<Button variant="secondary" />}>{cancelLabel}</Base.Close>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            disabled={!ready}
            busy={busy}
            busyText={props.busyLabel}
            aria-describedby={ready ? undefined : hintId}
          >
            {confirmLabel}
          </Button>
        </div>
      </div>
      {!ready && (
        <p id={hintId} className="sr-only">
          Available once the words above are typed exactly.
        </p>
      )}
    </form>
  )
}
