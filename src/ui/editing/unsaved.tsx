import { useEffect, useRef, useState } from 'react'
import { leaving } from '#kernel/client/session/leaving.ts'
import { atFirstCall } from '#platform/values/at-first-call.ts'
import { ConfirmDialog } from '../overlays/confirm-dialog.tsx'

/** Callbacks of a blocked navigation; both are absent when only the form asks. */
type Waiting = { leave?: () => void; stay?: () => void }

const list = atFirstCall(() => new Intl.ListFormat('en-US'))

export type Unsaved = {
  changed: readonly string[]
  waiting: Waiting | null
  /** Leaves the form; asks first if changes would be lost. */
  leave: () => void
  answer: (isLeaving: boolean) => void
}

/**
 * Guards a form with unsaved changes: against closing (call `leave`), the back button, another tab of the page, another page,
 * and closing the browser tab.
 * @param changed names of the fields that differ from the stored values; if empty, nothing is guarded.
 * @param onLeave closes the form or discards its input.
 * @returns state for `<LeaveDialog>`, which the caller must render.
 */
export function useUnsaved(changed: readonly string[], onLeave: () => void): Unsaved {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const isChanged = changed.length > 0
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    const stop = leaving.guard(setWaiting)
    return () => {
      window.removeEventListener('beforeunload', warn)
      stop()
    }
  }, [isChanged])
  return {
    changed,
    waiting,
    leave: () => (isChanged ? setWaiting({}) : onLeave()),
    answer(isLeaving) {
      setWaiting(null)
      if (!isLeaving) return waiting?.stay?.()
      onLeave()
      waiting?.leave?.()
    },
  }
}

/** The confirmation of `useUnsaved`, with the names of the changed fields. In a dialog, render it beside the form, not inside. */
export function LeaveDialog({ unsaved: { changed, waiting, answer } }: { unsaved: Unsaved }) {
  const last = useRef(changed)
  // `changed` is empty while the dialog closes, so keep the last text.
  if (changed.length > 0) last.current = changed
  return (
    <ConfirmDialog
      open={waiting !== null}
      onOpenChange={() => answer(false)}
      title="Unsaved changes"
      description={`You changed ${list().format(last.current)}. Leave without saving?`}
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      danger
      onConfirm={() => answer(true)}
    />
  )
}
