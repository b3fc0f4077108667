import { call } from '#kernel/client/calls/call.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { RowTable } from '#ui/staff-kit/row-table.tsx'
import { useList } from '#ui/use-list.ts'
import { ADMIN_CODES, codesClient } from './codes-admin-client.ts'

/** Referral codes used at a checkout, with their owners and rewards. */
export function ReferralList() {
  const list = useList({
    queryKey: [ADMIN_CODES, 'referrals'],
    fetchPage: query => call(codesClient.referrals.$get({ query })),
    rowsOf: page => page.referrals,
  })
  const empty = (
    <EmptyState title="No referrals yet" icon="user">
      Here stands each referral code that somebody named at the checkout.
    </EmptyState>
  )
  return (
    <ListBody list={list} loading={10} empty={empty} nouns={['code', 'codes']}>
      {referrals => (
        <RowTable
          caption="Referral codes"
          rows={referrals}
          keyOf={({ code }) => code}
          columns={[
            { head: 'Code', cell: ({ code }) => code, className: 'font-semibold' },
            {
              head: 'Whose',
              cell: ({ owner }) => (
                <>
                  <span className="block">{owner.name}</span>
                  <span className="wrap-anywhere block text-muted">{owner.email}</span>
                </>
              ),
            },
            { head: 'Orders', cell: ({ used }) => used, numeric: true },
            { head: 'Users', cell: ({ people }) => people, numeric: true },
            { head: 'Credits given', cell: ({ creditsGiven }) => creditsGiven, numeric: true },
          ]}
        />
      )}
    </ListBody>
  )
}
