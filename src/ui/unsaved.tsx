import { useEffect, useRef, useState } from 'react'
import { leaving } from '#platform/client/leaving.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** What waits for the answer: nothing but this form, or a navigation that is held back. */
type Waiting = { leave?: () => void; stay?: () => void }

const LIST = new Intl.ListFormat('en-US')

export type Unsaved = {
  changed: readonly string[]
  waiting: Waiting | null
  /** Leaves the form, and asks before when something would be lost. */
  leave: () => void
  answer: (isLeaving: boolean) => void
}

/**
 * Guards a form with unsaved changes: against being closed (call `leave`), the back button, another tab of the page, another page,
 * and the closing of the browser's tab.
 * @param changed the names of the fields that differ from what is stored; none means that nothing is guarded.
 * @param onLeave closes the form, or gives up what was typed.
 * @returns for `<LeaveDialog>`, which has to be rendered.
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

/** The question of `useUnsaved`, with the names of what would be lost. Inside a dialog it belongs beside the form, not into it. */
export function LeaveDialog({ unsaved: { changed, waiting, answer } }: { unsaved: Unsaved }) {
  const last = useRef(changed)
  // While it closes, nothing is unsaved any more, and the sentence stays.
  if (changed.length > 0) last.current = changed
  return (
    <ConfirmDialog
      open={waiting !== null}
      onOpenChange={() => answer(false)}
      title="Unsaved changes"
      description={`You changed ${LIST.format(last.current)}. Leave without saving?`}
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      danger
      onConfirm={() => answer(true)}
    />
  )
}
