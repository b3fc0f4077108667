import type { CreditsApi } from '#features/credits/api.server.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Cell, HeadCell, Table } from '#ui/data/table.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { useList } from '#ui/use-list.ts'

const history = clientOf<CreditsApi>().my.credits.history
/** One year of monthly benefits. */
const LINES = '12'

const MONTH = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' })

/** In UTC, like the month itself: in the reader's zone 1 November could show as 31 October. */
const DAY = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Month of a benefit, from the end of its source id (UTC): "April 2026". */
const monthOf = (sourceId: string) => MONTH.format(new Date(sourceId.slice(-7)))

/** All monthly benefits of the user, newest first. */
export function BenefitHistory() {
  const list = useList({
    // Under `credits`, so that invalidating the credits refreshes this list too.
    queryKey: ['credits', 'benefits'],
    fetchPage: next => call(history.$get({ query: { type: 'benefit', limit: LINES, ...next } })),
    rowsOf: page => page.items,
  })
  return (
    <ListBody
      list={list}
      loading={<SkeletonText lines={4} className="py-4" />}
      empty={<p className="text-muted">The first one comes with your membership.</p>}
      nouns={['benefit', 'benefits']}
    >
      {lines => (
        <Table
          caption="Benefits that came"
          captionHidden
          className="min-w-0! max-sm:[&_td]:px-2.5 max-sm:[&_th]:px-2.5"
        >
          <thead>
            <tr>
              <HeadCell>Month</HeadCell>
              <HeadCell>Came on</HeadCell>
              <HeadCell numeric>Bronze credits</HeadCell>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ id, date, sourceId, amount }) => (
              <tr key={id}>
                <Cell className="whitespace-nowrap">{monthOf(sourceId)}</Cell>
                <Cell className="whitespace-nowrap text-muted">{DAY.format(new Date(date))}</Cell>
                <Cell numeric className="font-semibold text-success">
                  +{amount}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </ListBody>
  )
}
