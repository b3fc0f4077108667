import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '#platform/client/call.ts'
import { toCents } from '#platform/money.ts'
import { Badge } from '#ui/badge.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { formatMoment } from '#ui/format-moment.ts'
import { formatMoney } from '#ui/format-money.ts'
import { LoadMore } from '#ui/load-more.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { Stat } from '#ui/stat.tsx'
import { Cell, HeadCell, Table } from '#ui/table.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { ADMIN_CODES, codesClient, type ShownCoupon, type ShownUse } from './codes-admin-client.ts'
import { CouponHistory } from './coupon-history.tsx'
import { discountText } from './coupon-words.ts'

/** Uses of a coupon with user, order, discount and time, and the history of staff changes. */
export function CouponUse({ coupon, onClose }: { coupon: ShownCoupon; onClose: () => void }) {
  const { id } = coupon
  const detail = useQuery({
    queryKey: [ADMIN_CODES, 'one', id],
    queryFn: () => call(codesClient.codes[':id'].$get({ param: { id } })),
  })
  return (
    <Dialog
      open
      size="lg"
      title={`Use of ${coupon.code}`}
      description={discountText(coupon.discount)}
      onOpenChange={onClose}
    >
      <div className="flex flex-col gap-8">
        <Figures coupon={detail.data ?? coupon} given={detail.data?.discountGiven} />
        <Uses id={id} />
        {detail.isError && (
          <FailedState busy={detail.isFetching} onRetry={() => void detail.refetch()}>
            {detail.error.message}
          </FailedState>
        )}
        {detail.data && <CouponHistory events={detail.data.events} />}
      </div>
    </Dialog>
  )
}

function Figures({ coupon, given }: { coupon: ShownCoupon; given: number | undefined }) {
  const { used, totalLimit, held, late } = coupon
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      <Stat
        size="sm"
        label="Used"
        value={totalLimit === null ? used : `${used} of ${totalLimit.toLocaleString('en-US')}`}
      />
      <Stat size="sm" label="Being paid" value={held} />
      <Stat size="sm" label="Late" value={late} />
      <Stat size="sm" label="Taken off" value={given === undefined ? '…' : formatMoney(toCents(given))} />
    </dl>
  )
}

function Uses({ id }: { id: string }) {
  const list = useInfiniteQuery({
    queryKey: [ADMIN_CODES, 'uses', id],
    queryFn: ({ pageParam }) =>
      call(codesClient.codes[':id'].uses.$get({ param: { id }, query: { ...(pageParam && { cursor: pageParam }) } })),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor,
  })
  if (list.isError) {
    return (
      <FailedState busy={list.isFetching} onRetry={() => void list.refetch()}>
        {list.error.message}
      </FailedState>
    )
  }
  if (!list.data) return <SkeletonText lines={6} />
  const uses = list.data.pages.flatMap(page => page.uses)
  if (uses.length === 0) return <EmptyState icon="ticket" title="Nobody has used it yet" />
  return (
    <div>
      <Table caption="Orders with this code" className="min-w-0! max-sm:[&_td]:px-2.5 max-sm:[&_th]:px-2.5">
        <thead>
          <tr>
            <HeadCell>Who</HeadCell>
            <HeadCell>Order</HeadCell>
            <HeadCell numeric className="max-sm:hidden">
              Taken off
            </HeadCell>
            <HeadCell className="max-sm:hidden">When</HeadCell>
          </tr>
        </thead>
        <tbody>
          {uses.map(use => (
            <UseRow key={use.id} use={use} />
          ))}
        </tbody>
      </Table>
      <LoadMore
        shown={uses.length}
        noun={uses.length === 1 ? 'order' : 'orders'}
        busy={list.isFetchingNextPage}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
      />
    </div>
  )
}

function UseRow({ use }: { use: ShownUse }) {
  const moment = formatMoment(new Date(use.usedAt ?? use.date))
  const amount = formatMoney(toCents(use.amount))
  return (
    <tr>
      <Cell>
        <span className="block">{use.user.name}</span>
        <span className="wrap-anywhere block text-muted">{use.user.email}</span>
        <span className="block text-muted sm:hidden">{moment}</span>
      </Cell>
      <Cell>
        <TextLink to={`/admin?tab=orders&order=${use.orderId}`} className="whitespace-nowrap">
          {use.reference}
        </TextLink>
        <span className="block tabular-nums sm:hidden">{amount} off</span>
        <span className="mt-1 flex flex-wrap gap-1">
          {use.state === 'held' && <Badge>Being paid</Badge>}
          {use.state === 'released' && <Badge>Given up</Badge>}
          {use.late && <Badge tone="warning">Late</Badge>}
        </span>
      </Cell>
      <Cell numeric className="max-sm:hidden">
        {amount}
      </Cell>
      <Cell className="whitespace-nowrap text-muted max-sm:hidden">{moment}</Cell>
    </tr>
  )
}
