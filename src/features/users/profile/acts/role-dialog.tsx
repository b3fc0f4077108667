import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reauthenticated } from '#features/identity/web/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { RIGHTS_OF, ROLE_NAMES, ROLES, type Role } from '#kernel/rights.ts'
import { classNames } from '#ui/class-names.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { PEOPLE, type ShownProfile, usersChanged, usersClient } from '../../users-client.ts'

/** Gives, changes or removes a person's role. */
export function RoleDialog({ person, onClose }: { person: ShownProfile; onClose: () => void }) {
  const now = person.role ?? person.offeredRole
  const [role, setRole] = useState(now)
  const [reason, setReason] = useState('')
  const isLastOwner = useIsLastOwner(person)

  async function save() {
    if (role === now) throw new Error('Choose another role, or cancel.')
    const args = { param: { id: person.id }, json: { role, reason: reasonIn(reason) } }
    const saved = await reauthenticated(() => call(usersClient.users[':id'].role.$put(args)))
    await usersChanged()
    toast.success(doneWords(saved, person.offeredRole !== null))
    onClose()
  }

  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title="Change role"
      description={
        <span className="wrap-anywhere">
          What {person.name} may do as staff.{' '}
          {person.emailVerified
            ? 'It counts at once, wherever they are signed in.'
            : 'They get an invitation by e-mail. The role begins when they confirm their e-mail address.'}
        </span>
      }
      confirmLabel="Change role"
      busyLabel="Changing..."
      onConfirm={save}
    >
      {isLastOwner && (
        <Notice kind="warning" title="The last owner cannot be removed">
          Make another person an owner first: a shop needs at least one.
        </Notice>
      )}
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">Role</legend>
        {([null, ...ROLES] as const).map(each => (
          <RoleChoice
            key={each ?? 'none'}
            role={each}
            isChosen={role === each}
            isOff={isLastOwner && each !== 'owner'}
            onChoose={() => setRole(each)}
          />
        ))}
      </fieldset>
      {role && <Rights role={role} />}
      <ReasonField label="Reason, for the record" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}

/** The outcome of a changed role. */
function doneWords(
  { email, role, offeredRole }: Pick<ShownProfile, 'email' | 'role' | 'offeredRole'>,
  wasInvited: boolean,
) {
  if (offeredRole) return `${email} is invited as ${ROLE_NAMES[offeredRole]}`
  if (role) return `${email} is now ${ROLE_NAMES[role].toLowerCase()}`
  return wasInvited ? `The invitation of ${email} is withdrawn` : `${email} is no longer staff`
}

type RoleChoiceProps = { role: Role | null; isChosen: boolean; isOff: boolean; onChoose: () => void }

const RoleChoice = ({ role, isChosen, isOff, onChoose }: RoleChoiceProps) => (
  <label
    className={classNames(
      'flex items-start gap-3 rounded-sm border px-3 py-2 transition-colors',
      isChosen ? 'border-signal bg-raised' : 'border-line-strong',
      isOff ? 'text-muted' : 'cursor-pointer hover:border-ink',
    )}
  >
    <input
      type="radio"
      name="role"
      className="mt-1.5"
      checked={isChosen}
      disabled={isOff}
      onChange={onChoose}
      aria-label={role ? ROLE_NAMES[role] : 'No role'}
    />
    <span>
      <span className="block font-semibold">{role ? ROLE_NAMES[role] : 'No role'}</span>
      <span className="block text-muted text-sm">{role ? ROLE_ABOUT[role] : 'Shops like any customer.'}</span>
    </span>
  </label>
)

/** The rights of a role, from the table that the server uses. */
const Rights = ({ role }: { role: Role }) => (
  <details className="text-sm">
    <summary className="cursor-pointer py-1">All rights of {ROLE_NAMES[role].toLowerCase()}</summary>
    <dl className="mt-1 grid grid-cols-[max-content_1fr] gap-x-4 gap-y-0.5">
      {rightsOf(role).map(({ area, verbs }) => (
        <div key={area} className="contents">
          <dt className="text-muted first-letter:uppercase">{area}</dt>
          <dd>{verbs.join(', ')}</dd>
        </div>
      ))}
    </dl>
  </details>
)

/** Disables the option beforehand; the server also refuses to remove the last owner. */
function useIsLastOwner({ role }: ShownProfile): boolean {
  const { data } = useQuery({
    queryKey: [PEOPLE, 'owners'],
    queryFn: () => call(usersClient.users.$get({ query: { role: 'owner', disabled: 'false', limit: '2' } })),
    enabled: role === 'owner',
  })
  return role === 'owner' && data?.users.length === 1
}

/** The purpose of a role in one sentence; `rightsOf` lists its rights. */
const ROLE_ABOUT: Record<Role, string> = {
  owner: 'Everything. Only owners decide who is staff, the settings, and what the shop costs to run.',
  manager: 'Runs the shop day by day; draws no winners, and decides neither roles nor settings.',
  support: 'Answers people: reads users, orders and credits, and changes nothing but tickets.',
  fulfilment: 'Packs and ships orders and prizes, and sees no more of people than an address.',
  'draw-officer': 'Confirms mailed cards, draws winners, and sees the prizes handed over; adds and removes no entry.',
}

const AREAS: Record<string, string> = {
  people: 'users',
  sms: 'SMS',
  codes: 'promo codes',
  records: 'audit log',
}

/** The rights of a role by area: `{ area: 'orders', verbs: ['read', 'refund'] }`, in the order of the rights table. */
function rightsOf(role: Role): { area: string; verbs: string[] }[] {
  const areas = new Map<string, string[]>()
  for (const right of RIGHTS_OF[role]) {
    const [area = '', verb = ''] = right.split('.')
    areas.set(area, [...(areas.get(area) ?? []), verb])
  }
  return [...areas].map(([area, verbs]) => ({ area: AREAS[area] ?? area, verbs }))
}
