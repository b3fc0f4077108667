import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { ROLE_NAMES } from '#kernel/rights.ts'
import { Badge } from '#ui/data/badge.tsx'
import { AddNote } from '#ui/editing/add-note.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import { profileKey, type ShownProfile, type ShownUser, usersChanged, usersClient } from '../users-client.ts'
import { UserOverview } from './parts/user-overview.tsx'
import { UserTimeline } from './parts/user-timeline.tsx'

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
      open
      size="lg"
      onOpenChange={onClose}
      title={<span className="line-clamp-2 wrap-anywhere">{person ? person.name : 'User Profile'}</span>}
      description={person && <span className="wrap-anywhere">{person.email}</span>}
    >
      {person ? (
        <Profile {...props} person={person} />
      ) : read.isError ? (
        <FailedState title="Failed to load user profile" busy={read.isFetching} onRetry={() => void read.refetch()}>
          {read.error.message}
        </FailedState>
      ) : (
        <SkeletonText lines={14} />
      )}
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
            count: person.notes.length || undefined,
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
        <Badge tone={person.isSubscriber ? 'success' : 'neutral'}>{person.subscriptionTier}</Badge>
        {!person.emailVerified && <Badge tone="warning">Email not confirmed</Badge>}
        {person.smsStopped && <Badge tone="warning">Replied STOP</Badge>}
        {person.disabled && <Badge tone="danger">Disabled</Badge>}
      </p>
      {person.disabled && (
        <Notice kind="warning">This account is disabled: nobody can sign in with it until it is enabled again.</Notice>
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
