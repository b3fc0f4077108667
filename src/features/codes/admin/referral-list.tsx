import { call } from '#kernel/client/calls/call.ts'
import { Cell, HeadCell, Table } from '#ui/data/table.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ListBody } from '#ui/list-body.tsx'
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
        <Table caption="Referral codes" captionHidden className="min-w-0!">
          <thead>
            <tr>
              <HeadCell>Code</HeadCell>
              <HeadCell>Whose</HeadCell>
              <HeadCell numeric>Orders</HeadCell>
              <HeadCell numeric>Users</HeadCell>
              <HeadCell numeric>Credits given</HeadCell>
            </tr>
          </thead>
          <tbody>
            {referrals.map(({ code, owner, used, people, creditsGiven }) => (
              <tr key={code} className="hover:bg-raised">
                <Cell className="font-semibold">{code}</Cell>
                <Cell>
                  <span className="block">{owner.name}</span>
                  <span className="wrap-anywhere block text-muted">{owner.email}</span>
                </Cell>
                <Cell numeric>{used}</Cell>
                <Cell numeric>{people}</Cell>
                <Cell numeric>{creditsGiven}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </ListBody>
  )
}
