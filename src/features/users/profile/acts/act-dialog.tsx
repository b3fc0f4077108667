import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { type ShownProfile, usersChanged, usersClient } from '../../users-client.ts'

/** Acts on an account that need a reason and no other input. */
export type AccountAct = 'disable' | 'enable' | 'signOut' | 'resetPassword'

type Words = { button: string; title: string; about: string; done: string; busy: string; danger?: boolean }

export const ACCOUNT_ACTS: Record<AccountAct, Words> = {
  disable: {
    button: 'Disable account',
    title: 'Disable this account?',
    about:
      'They are signed out everywhere at once and cannot sign in until somebody enables the account again. Nothing is deleted.',
    done: 'The account is disabled',
    busy: 'Disabling...',
    danger: true,
  },
  enable: {
    button: 'Enable account',
    title: 'Enable this account?',
    about: 'They can sign in again, with the password they have.',
    done: 'The account is enabled',
    busy: 'Enabling...',
  },
  signOut: {
    button: 'Sign out everywhere',
    title: 'Sign out everywhere?',
    about: 'Every browser is signed out within a minute. They can sign in again at once.',
    done: 'Signed out everywhere',
    busy: 'Signing out...',
  },
  resetPassword: {
    button: 'Reset password',
    title: 'Reset the password?',
    about: 'Every browser is signed out. The next sign-in asks for a new password, by a code that goes to their email.',
    done: 'The next sign-in asks for a new password',
    busy: 'Resetting...',
  },
}

const PATHS = { disable: 'disable', enable: 'enable', signOut: 'sign-out', resetPassword: 'reset-password' } as const

/** @returns the updated profile. */
export function runAct(act: AccountAct, id: string, reason: string): Promise<ShownProfile> {
  const person = usersClient.users[':id']
  const args = { param: { id }, json: { reason } }
  return call(person[PATHS[act]].$post(args))
}

type ActDialogProps = { act: AccountAct; person: ShownProfile; onClose: () => void }

/** Asks for the reason, then runs the act. */
export function ActDialog({ act, person, onClose }: ActDialogProps) {
  const [reason, setReason] = useState('')
  const words = ACCOUNT_ACTS[act]
  async function run() {
    await runAct(act, person.id, reasonIn(reason))
    await usersChanged()
    toast.success(words.done)
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={words.title}
      description={words.about}
      confirmLabel={words.button}
      busyLabel={words.busy}
      danger={words.danger ?? false}
      onConfirm={run}
    >
      <ReasonField label="Reason, for the record" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
