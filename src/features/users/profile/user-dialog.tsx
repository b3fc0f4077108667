import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { OpenProposals } from '#features/proposals/admin/open-proposals.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { ROLE_NAMES } from '#kernel/rights.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { AddNote } from '#ui/editing/add-note.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import { useList } from '#ui/use-list.ts'
import {
  linkToSubject,
  PEOPLE,
  profileKey,
  type ShownProfile,
  type ShownUser,
  usersChanged,
  usersClient,
} from '../users-client.ts'
import { UserOverview } from './parts/user-overview.tsx'
import type { TimelineItem, TimelineKind } from './profile-contract.ts'

type UserDialogProps = {
  /** An id or an e-mail, as in the address. */
  who: string
  onClose: () => void
  /** Opens another person, or closes the dialog. */
  onOpen: (who: string) => void
  /** Called when this account no longer exists. */
  onGone: (person: ShownUser) => void
  /** Missing where the shop cannot send SMS. */
  onText: ((person: ShownUser) => void) | undefined
}

/** User Profile: all data of one person, and the acts of staff. */
export function UserDialog(props: UserDialogProps) {
  const { who, onClose } = props
  const read = useQuery({
    queryKey: profileKey(who),
    queryFn: () => call(usersClient.users.profile.$get({ query: who.includes('@') ? { email: who } : { id: who } })),
  })
  const person = read.data
  return (
    <Dialog
      size="lg"
      onOpenChange={onClose}
      title={<span className="line-clamp-2 wrap-anywhere">{person ? person.name : 'User Profile'}</span>}
      description={person && <span className="wrap-anywhere">{person.email}</span>}
    >
      <QueryBody query={read} failed="Failed to load user profile" loading={<SkeletonText lines={14} />}>
        {found => <Profile {...props} person={found} />}
      </QueryBody>
    </Dialog>
  )
}

type PartName = 'overview' | 'timeline' | 'notes' | 'record'

function Profile({ person, onOpen, onGone, onText }: UserDialogProps & { person: ShownProfile }) {
  const [part, setPart] = useState<PartName>('overview')
  const mayReadRecord = useRight('records.read')
  const acts = { onOpen, onGone, onText }
  return (
    <div className="flex flex-col gap-4">
      <UserStanding person={person} />
      <OpenProposals subjectType="person" subjectId={person.id} />
      <Tabs
        label={`Profile of ${person.name}`}
        value={part}
        onChange={setPart}
        tabs={[
          { value: 'overview', label: 'Profile', content: <UserOverview person={person} {...acts} /> },
          { value: 'timeline', label: 'Time line', content: <UserTimeline id={person.id} /> },
          {
            value: 'notes',
            label: 'Notes',
            count: person.noteCount || undefined,
            content: <UserNotes person={person} />,
          },
          ...(mayReadRecord
            ? [
                {
                  value: 'record' as const,
                  label: 'Record',
                  content: <AuditHistory type="person" id={person.id} />,
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}

/** The state of an account as badges, with a notice when sign-in is blocked or asks for a new password. */
function UserStanding({ person }: { person: ShownProfile }) {
  return (
    <>
      <p className="flex flex-wrap gap-1.5">
        {person.role && (
          <Badge tone="signal" icon="shield">
            Admin · {ROLE_NAMES[person.role]}
          </Badge>
        )}
        {person.offeredRole && (
          <Badge tone="warning" icon="mail">
            Invited as {ROLE_NAMES[person.offeredRole]}
          </Badge>
        )}
        <Badge tone={person.isSubscriber ? 'success' : 'neutral'}>{person.subscriptionTier}</Badge>
        {!person.emailVerified && <Badge tone="warning">Email not confirmed</Badge>}
        {person.smsStopped && <Badge tone="warning">Replied STOP</Badge>}
        {person.disabled && <Badge tone="danger">Disabled</Badge>}
      </p>
      {person.disabled && (
        <Notice kind="warning">This account is disabled. It cannot sign in until it is enabled again.</Notice>
      )}
      {person.offeredRole && (
        <Notice>
          The role of {ROLE_NAMES[person.offeredRole].toLowerCase()} begins when they confirm their e-mail address.
        </Notice>
      )}
      {!person.hasPassword && !person.passwordDemand && !person.disabled && !person.offeredRole && (
        <Notice>They have no password and sign in with an e-mail code at the checkout.</Notice>
      )}
      {person.passwordDemand && !person.disabled && (
        <Notice>
          {person.passwordDemand === 'reset'
            ? 'The next sign-in asks for a new password, by a code that goes to their email.'
            : 'They have a temporary password; the first sign-in asks for a new one.'}
        </Notice>
      )}
    </>
  )
}

/** Staff notes about a person, never shown to them. A note cannot be changed. */
function UserNotes({ person }: { person: ShownProfile }) {
  return (
    <div className="flex flex-col gap-6">
      <NoteForm id={person.id} />
      {person.notes.length === 0 ? (
        <p className="text-muted text-sm">No notes yet.</p>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {person.notes.map(({ id, note, by, at }) => (
            <li key={id} className="flex flex-col gap-1 py-3 text-sm">
              <p className="whitespace-pre-line text-base wrap-anywhere">{note}</p>
              <p className="text-muted">
                {by} · <TimeAgo at={at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {person.noteCount > person.notes.length && (
        <p className="text-muted text-sm">
          These are the newest {person.notes.length} of {person.noteCount} notes.
        </p>
      )}
    </div>
  )
}

const NoteForm = ({ id }: { id: string }) => (
  <AddNote
    maxLength={2000}
    add={async note => {
      await call(usersClient.users[':id'].notes.$post({ param: { id }, json: { note } }))
      await usersChanged()
    }}
  />
)

const KINDS: Record<TimelineKind, string> = {
  order: 'Orders',
  entry: 'Entries',
  credit: 'Credits',
  membership: 'Membership',
  ticket: 'Support',
  consent: 'Consents',
  'sign-in': 'Sign-ins',
  staff: 'Staff',
}
const CHOICES = [
  { value: '', label: 'Everything' },
  ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
]

/** Events of a person, newest first, page by page. */
function UserTimeline({ id }: { id: string }) {
  const [kind, setKind] = useState<TimelineKind | ''>('')
  const list = useList({
    queryKey: [PEOPLE, 'timeline', id, kind],
    fetchPage: next =>
      call(usersClient.users[':id'].timeline.$get({ param: { id }, query: { ...(kind && { kind }), ...next } })),
    rowsOf: page => page.items,
    keepsRows: false,
  })
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label="Show"
        className="w-full sm:w-52"
        options={CHOICES}
        value={kind}
        onChange={({ target }) => setKind(target.value as TimelineKind | '')}
      />
      <ListBody
        list={list}
        failed="Failed to load the time line"
        loading={10}
        empty={<EmptyState icon="clock" title={kind ? 'No events of this kind yet' : 'Nothing has happened yet'} />}
        nouns={['line', 'lines']}
      >
        {items => (
          <ol className="divide-y divide-line border-line border-y">
            {items.map(item => (
              <Item key={`${item.kind}-${item.id}`} item={item} />
            ))}
          </ol>
        )}
      </ListBody>
    </div>
  )
}

const Item = ({ item: { at, title, detail, amount, tier, subject, by, kind } }: { item: TimelineItem }) => (
  <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2.5 text-sm">
    <span className="label-sm w-24 shrink-0 text-muted">{KINDS[kind]}</span>
    <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
      <span className="flex flex-wrap items-baseline gap-x-2">
        {subject ? <TextLink to={linkToSubject(subject)}>{title}</TextLink> : <span>{title}</span>}
        {tier && amount !== null && (
          <span className="inline-flex items-baseline gap-1.5 whitespace-nowrap">
            <span className={amount > 0 ? 'font-semibold text-success' : 'font-semibold'}>
              {amount > 0 ? `+${amount}` : `−${-amount}`}
            </span>
            <TierBadge tier={tier} plain />
          </span>
        )}
      </span>
      {(detail || by) && (
        <span className="block text-muted">{[detail, by && `by ${by}`].filter(Boolean).join(' · ')}</span>
      )}
    </span>
    <TimeAgo at={at} className="shrink-0 text-muted" />
  </li>
)
