import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { profileKey, type ShownProfile, type ShownUser, usersClient } from '../users-client.ts'
import { UserNotes } from './parts/user-notes.tsx'
import { UserOverview } from './parts/user-overview.tsx'
import { UserStanding } from './parts/user-standing.tsx'
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
