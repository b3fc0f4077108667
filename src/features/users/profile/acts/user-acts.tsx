import { useState } from 'react'
import { useSession } from '#kernel/client/browser.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { IconName } from '#ui/pictures/icon.tsx'
import { DeleteUser } from '../../delete/delete-user.tsx'
import type { ShownProfile, ShownUser } from '../../users-client.ts'
import { Part } from '../parts/part.tsx'
import { ACCOUNT_ACTS, type AccountAct } from './account-acts.ts'
import { ActDialog } from './act-dialog.tsx'
import { useMayActOn } from './may-act-on.ts'
import { RoleDialog } from './role-dialog.tsx'

const EditUser = lazy(async () => (await import('./edit-user.tsx')).EditUser)
const MergeDialog = lazy(async () => (await import('../../merge/web/merge-dialog.tsx')).MergeDialog)

type Act = AccountAct | 'edit' | 'role' | 'merge' | 'delete'

type UserActsProps = {
  person: ShownProfile
  onOpen: (who: string) => void
  onGone: (person: ShownUser) => void
  onText: ((person: ShownUser) => void) | undefined
}

/** The acts on an account, each for callers with the right. */
export function UserActs({ person, onOpen, onGone, onText }: UserActsProps) {
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  function merged(id: string) {
    close()
    onOpen(id)
  }
  const acts = useActs(person)
  const mayText = useRight('sms.send') && onText !== undefined && person.smsConsent && !person.smsStopped
  if (acts.length === 0 && !mayText) return null
  return (
    <Part title="Account">
      <div className="grid gap-2 sm:max-md:grid-cols-2">
        {mayText && <ActButton label="Send SMS" icon="mail" onPress={() => onText?.(person)} />}
        {acts.map(({ name, label, icon, danger }) => (
          <ActButton key={name} label={label} icon={icon} danger={danger} onPress={() => setAct(name)} />
        ))}
      </div>
      {act === 'edit' && <EditUser person={person} onClose={close} />}
      {act === 'merge' && <MergeDialog person={person} onMerged={merged} onClose={close} />}
      {act === 'role' && <RoleDialog person={person} onClose={close} />}
      {act === 'delete' && <DeleteUser person={person} onDeleted={() => onGone(person)} onClose={close} />}
      {act !== null && act in ACCOUNT_ACTS && <ActDialog act={act as AccountAct} person={person} onClose={close} />}
    </Part>
  )
}

type Offer = { name: Act; label: string; icon: IconName; danger?: boolean }

/** Omits acts that the caller has no right to and acts that the server always refuses for this account. */
function useActs(person: ShownProfile): Offer[] {
  const isOwn = useSession().user?.id === person.id
  const mayActOn = useMayActOn(person)
  const mayChange = useRight('people.change')
  const mayDisable = useRight('people.disable') && !isOwn
  const mayMerge = useRight('people.merge') && person.role === null
  const mayDelete = useRight('people.delete') && person.role === null
  const mayChangeRole = useRight('roles.change')
  const offers: (Offer | false)[] = [
    mayChange && { name: 'edit', label: 'Edit details', icon: 'edit' },
    mayChangeRole && { name: 'role', label: 'Change role', icon: 'shield' },
    mayDisable && !person.disabled && { name: 'resetPassword', label: 'Reset password', icon: 'undo' },
    mayDisable && { name: 'signOut', label: 'Sign out everywhere', icon: 'logout' },
    mayDisable && {
      name: person.disabled ? 'enable' : 'disable',
      label: person.disabled ? 'Enable account' : 'Disable account',
      icon: person.disabled ? 'check' : 'close',
    },
    mayMerge && { name: 'merge', label: 'Merge duplicate', icon: 'copy' },
    mayDelete && { name: 'delete', label: 'Delete user', icon: 'trash', danger: true },
  ]
  return mayActOn ? offers.filter(offer => offer !== false) : []
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
