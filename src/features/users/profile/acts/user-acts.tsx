import { type ReactNode, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { lazy } from '#ui/lazy.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { IconName } from '#ui/pictures/icon.tsx'
import { DeleteUser } from '../../delete/delete-users.tsx'
import type { UserAct } from '../../rules.ts'
import { type ShownProfile, type ShownUser, usersChanged, usersClient } from '../../users-client.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'

const EditUser = lazy(async () => (await import('./edit-user.tsx')).EditUser)
const MergeDialog = lazy(async () => (await import('../../merge/web/merge-dialog.tsx')).MergeDialog)

type Act = Exclude<UserAct, 'credits'>

export type UserActsProps = {
  person: ShownProfile
  onOpen: (who: string) => void
  onGone: (person: ShownUser) => void
  onText: ((person: ShownUser) => void) | undefined
}

/** The acts on an account, as the server answers them for the caller. */
export function UserActs({ person, onOpen, onGone, onText }: UserActsProps) {
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  function merged(id: string) {
    close()
    onOpen(id)
  }
  const offered = person.acts.filter(({ refusal }) => refusal === null).map(({ name }) => name)
  const acts = offered.filter(isOffer)
  const mayText = useRight('sms.send') && onText !== undefined && person.smsConsent && !person.smsStopped
  if (person.acts.length === 0 && !mayText) return null
  return (
    <Part title="Account">
      <div className="grid gap-2 sm:max-md:grid-cols-2">
        {mayText && <ActButton label="Send SMS" icon="mail" onPress={() => onText?.(person)} />}
        {acts.map(name => (
          <ActButton key={name} {...OFFERS[name]} onPress={() => setAct(name)} />
        ))}
      </div>
      <Withheld acts={person.acts} />
      {act === 'edit' && <EditUser person={person} onClose={close} />}
      {act === 'merge' && <MergeDialog person={person} onMerged={merged} onClose={close} />}
      {act === 'role' && <RoleDialog person={person} onClose={close} />}
      {act === 'invite' && <InviteDialog person={person} onClose={close} />}
      {act === 'delete' && <DeleteUser person={person} onDeleted={() => onGone(person)} onClose={close} />}
      {act !== null && act in ACCOUNT_ACTS && <ActDialog act={act as AccountAct} person={person} onClose={close} />}
    </Part>
  )
}

type Offer = { label: string; icon: IconName; danger?: boolean }

const OFFERS: Record<Act, Offer> = {
  edit: { label: 'Edit details', icon: 'edit' },
  role: { label: 'Change role', icon: 'shield' },
  invite: { label: 'Send invitation again', icon: 'mail' },
  resetPassword: { label: 'Reset password', icon: 'undo' },
  signOut: { label: 'Sign out everywhere', icon: 'logout' },
  enable: { label: 'Enable account', icon: 'check' },
  disable: { label: 'Disable account', icon: 'close' },
  merge: { label: 'Merge duplicate', icon: 'copy' },
  delete: { label: 'Delete user', icon: 'trash', danger: true },
}
const isOffer = (name: UserAct): name is Act => name in OFFERS

/** Acts that the server would refuse now, in its words. An equal reason of several acts is told once. */
function Withheld({ acts }: Pick<ShownProfile, 'acts'>) {
  const reasons = new Map<string, string[]>()
  for (const { name, refusal } of acts) {
    if (!refusal || !isOffer(name)) continue
    reasons.set(refusal.message, [...(reasons.get(refusal.message) ?? []), OFFERS[name].label])
  }
  if (reasons.size === 0) return null
  return (
    <ul className="mt-3 flex flex-col gap-1 text-muted text-sm">
      {[...reasons].map(([message, labels]) => (
        <li key={message}>
          {labels.join(', ')}: {message}
        </li>
      ))}
    </ul>
  )
}

type ActButtonProps = { label: string; icon: IconName; danger?: boolean | undefined; onPress: () => void }

const ActButton = ({ label, icon, danger, onPress }: ActButtonProps) => (
  <Button
    variant="secondary"
    size="sm"
    wide
    icon={icon}
    className={danger ? 'justify-start! text-danger!' : 'justify-start!'}
    onClick={onPress}
  >
    {label}
  </Button>
)

/** A titled section of a profile. */
export const Part = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => (
  <section aria-label={title}>
    <div className="mb-3 flex min-h-9 items-end justify-between gap-3 border-line border-b pb-2">
      <h3 className="label text-muted">{title}</h3>
      {action}
    </div>
    {children}
  </section>
)

/** A list of named facts; a dash stands for an unknown value. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[minmax(6.5rem,max-content)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">{children}</dl>
)

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children || <span className="text-muted">–</span>}</dd>
  </>
)

/** Acts on an account that need a reason and no other input. */
type AccountAct = 'disable' | 'enable' | 'signOut' | 'resetPassword'

type Words = {
  path: 'disable' | 'enable' | 'sign-out' | 'reset-password'
  button: string
  title: string
  about: string
  done: string
  busy: string
  danger?: boolean
}

const ACCOUNT_ACTS: Record<AccountAct, Words> = {
  disable: {
    path: 'disable',
    button: 'Disable account',
    title: 'Disable this account?',
    about:
      'They are signed out everywhere at once and cannot sign in until the account is enabled again. Nothing is deleted.',
    done: 'The account is disabled',
    busy: 'Disabling...',
    danger: true,
  },
  enable: {
    path: 'enable',
    button: 'Enable account',
    title: 'Enable this account?',
    about: 'They can sign in again with their current password.',
    done: 'The account is enabled',
    busy: 'Enabling...',
  },
  signOut: {
    path: 'sign-out',
    button: 'Sign out everywhere',
    title: 'Sign out everywhere?',
    about: 'Every browser is signed out within a minute. They can sign in again at once.',
    done: 'Signed out everywhere',
    busy: 'Signing out...',
  },
  resetPassword: {
    path: 'reset-password',
    button: 'Reset password',
    title: 'Reset the password?',
    about: 'Every browser is signed out. The next sign-in asks for a new password, by a code that goes to their email.',
    done: 'The next sign-in asks for a new password',
    busy: 'Resetting...',
  },
}

type ActDialogProps = { act: AccountAct; person: ShownProfile; onClose: () => void }

/** Asks for the reason, then runs the act. */
function ActDialog({ act, person, onClose }: ActDialogProps) {
  const [reason, setReason] = useState('')
  const words = ACCOUNT_ACTS[act]
  async function run() {
    await call(
      usersClient.users[':id'][words.path].$post({ param: { id: person.id }, json: { reason: reasonIn(reason) } }),
    )
    await usersChanged()
    toast.success(words.done)
    onClose()
  }
  return (
    <ConfirmDialog
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
