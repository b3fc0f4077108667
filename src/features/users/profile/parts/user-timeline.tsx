import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import { useList } from '#ui/use-list.ts'
import { PEOPLE, usersClient } from '../../users-client.ts'
import type { TimelineItem, TimelineKind } from '../profile-contract.ts'
import { linkToSubject } from '../subject-link.ts'

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
export function UserTimeline({ id }: { id: string }) {
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
        empty={<EmptyState icon="clock" title={kind ? 'Nothing of this kind yet' : 'Nothing has happened yet'} />}
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
