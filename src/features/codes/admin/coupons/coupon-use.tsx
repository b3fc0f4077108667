import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { EmailText } from '#ui/data/email-text.tsx'
import { Stat } from '#ui/data/stat.tsx'
import { Cell, Table } from '#ui/data/table.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useList } from '#ui/use-list.ts'
import { COUPON } from '../../coupon-fields.ts'
import { ADMIN_CODES, codesClient, type ShownCoupon, type ShownDetail, type ShownUse } from '../codes-admin-client.ts'
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
      size="lg"
      title={`Use of ${coupon.code}`}
      description={discountText(coupon.discount)}
      onOpenChange={onClose}
    >
      <div className="flex flex-col gap-8">
        <Figures coupon={detail.data ?? coupon} given={detail.data?.discountGiven} />
        <Uses id={id} />
        {detail.isError && <FailedState query={detail} />}
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
  const list = useList({
    queryKey: [ADMIN_CODES, 'uses', id],
    fetchPage: query => call(codesClient.codes[':id'].uses.$get({ param: { id }, query })),
    rowsOf: page => page.uses,
    keepsRows: false,
  })
  const empty = <EmptyState icon="ticket" title="Not used yet" />
  return (
    <ListBody list={list} loading={6} empty={empty} nouns={['order', 'orders']}>
      {uses => (
        <Table
          caption="Orders with this code"
          className="min-w-0! max-sm:[&_td]:px-2.5 max-sm:[&_th]:px-2.5"
          head={[
            'Who',
            'Order',
            { name: 'Taken off', numeric: true, className: 'max-sm:hidden' },
            { name: 'When', className: 'max-sm:hidden' },
          ]}
        >
          {uses.map(use => (
            <UseRow key={use.id} use={use} />
          ))}
        </Table>
      )}
    </ListBody>
  )
}

function UseRow({ use }: { use: ShownUse }) {
  const moment = formatMoment(new Date(use.usedAt ?? use.date))
  const amount = formatMoney(toCents(use.amount))
  return (
    <tr>
      <Cell>
        <span className="block">{use.user.name}</span>
        <EmailText className="text-muted">{use.user.email}</EmailText>
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

const WORDS: Record<ShownDetail['events'][number]['kind'], string> = {
  created: 'Made',
  changed: 'Changed',
  paused: 'Paused',
  resumed: 'Resumed',
  archived: 'Archived',
}

function CouponHistory({ events }: Pick<ShownDetail, 'events'>) {
  return (
    <section aria-labelledby="coupon-history">
      <h3 id="coupon-history" className="label mb-2 border-line border-b pb-2 text-muted">
        History
      </h3>
      <ol className="flex flex-col divide-y divide-line text-sm">
        {events.map(({ kind, by, at, changes }) => (
          <li key={`${at} ${kind}`} className="flex flex-col gap-1 py-2.5">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span>
                <span className="font-semibold">{WORDS[kind]}</span> by {by ?? 'the shop'}
              </span>
              <span className="text-muted">{formatMoment(new Date(at))}</span>
            </span>
            {kind === 'changed' &&
              Object.entries(changes).map(([field, { before, after }]) => (
                <span key={field} className="break-words text-muted">
                  {NAMES[field] ?? field}: {said(field, before)} → {said(field, after)}
                </span>
              ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The history may have a field that a later release dropped. */
const NAMES: Record<string, string> = COUPON.called

function said(field: string, value: unknown): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field === 'discount') return discountText(value as ShownDetail['discount'])
  if (field === 'startsAt' || field === 'endsAt') return formatMoment(new Date(value as string))
  if (field === 'minimumSubtotal') return formatMoney(toCents(value as number))
  if (field === 'productIds') return `${(value as string[]).length} chosen`
  return Array.isArray(value) ? value.join(', ') : String(value)
}
