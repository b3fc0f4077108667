import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AuditHistory } from '#features/audit-log/audit-history.tsx'
import { call } from '#platform/client/call.ts'
import { useRight } from '#platform/client/rights.ts'
import { Dialog } from '#ui/dialog.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { peopleClient, profileKey, type ShownPerson, type ShownProfile } from '../people-client.ts'
import { PersonNotes } from './person-notes.tsx'
import { PersonOverview } from './person-overview.tsx'
import { PersonStanding } from './person-standing.tsx'
import { PersonTimeline } from './person-timeline.tsx'

type PersonDialogProps = {
  /** An id or an e-mail, as in the address. */
  who: string
  onClose: () => void
  /** Opens another person, or closes the dialog. */
  onOpen: (who: string) => void
  /** Called when this account no longer exists. */
  onGone: (person: ShownPerson) => void
  /** Missing where the shop cannot send SMS. */
  onText: ((person: ShownPerson) => void) | undefined
}

/** User Profile: all data of one person, and the acts of staff. */
export function PersonDialog(props: PersonDialogProps) {
  const { who, onClose } = props
  const read = useQuery({
    queryKey: profileKey(who),
    queryFn: () => call(peopleClient.users.profile.$get({ query: who.includes('@') ? { email: who } : { id: who } })),
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

function Profile({ person, onOpen, onGone, onText }: PersonDialogProps & { person: ShownProfile }) {
  const [part, setPart] = useState<PartName>('overview')
  const mayReadRecord = useRight('records.read')
  const acts = { onOpen, onGone, onText }
  return (
    <div className="flex flex-col gap-4">
      <PersonStanding person={person} />
      <Tabs
        label={`Profile of ${person.name}`}
        value={part}
        onChange={setPart}
        tabs={[
          { value: 'overview', label: 'Profile', content: <PersonOverview person={person} {...acts} /> },
          { value: 'timeline', label: 'Time line', content: <PersonTimeline id={person.id} /> },
          {
            value: 'notes',
            label: 'Notes',
            count: person.notes.length || undefined,
            content: <PersonNotes person={person} />,
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
