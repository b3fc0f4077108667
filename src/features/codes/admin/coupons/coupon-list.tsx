import { useMutation } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import { Cell, HeadCell, Table } from '#ui/data/table.tsx'
import { BulkBar } from '#ui/editing/bulk-bar.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ChooseAllCell, ChooseCell } from '#ui/staff-kit/choose-cells.tsx'
import { type ListQuery, ListRows } from '#ui/staff-kit/list-page.tsx'
import type { Selection } from '#ui/staff-kit/use-selection.ts'
import type { CouponState } from '../../contract.ts'
import { ADMIN_CODES, codesChanged, codesClient, type ShownCoupon } from '../codes-admin-client.ts'
import { canBe, datesText, discountText, restrictionsOf, STATE_NAMES, useText } from './coupon-words.ts'

/** Coupons that match the search, newest first, page by page. */
export const CouponList = ({ list, ...acts }: CouponActs & { list: ListQuery }) => (
  <ListRows
    {...list}
    name={ADMIN_CODES}
    parts={['codes']}
    nouns={['code', 'codes']}
    fetchPage={({ q, ...query }) => call(codesClient.codes.$get({ query: { ...query, ...(q && { search: q }) } }))}
    rowsOf={page => page.codes}
    empty={
      <EmptyState title="No codes yet" icon="ticket">
        A code takes a percentage or an amount off an order.
      </EmptyState>
    }
    bulk={(coupons, selection) => <CouponBulk coupons={coupons.filter(isThere)} onDone={selection.keep} />}
  >
    {(coupons, selection) => <CouponTable coupons={coupons} selection={selection} {...acts} />}
  </ListRows>
)

const TONES: Record<CouponState, BadgeTone> = {
  active: 'success',
  scheduled: 'neutral',
  paused: 'warning',
  expired: 'neutral',
  'used-up': 'neutral',
  archived: 'neutral',
}
/** Narrow screens show these columns below the code. */
const WIDE = 'max-xl:hidden'

/** An archived coupon has no bulk action. */
const isThere = ({ state }: ShownCoupon) => state !== 'archived'

type CouponTableProps = CouponActs & {
  coupons: readonly ShownCoupon[]
  selection: Selection<ShownCoupon>
}

function CouponTable({ coupons, selection, ...acts }: CouponTableProps) {
  const mayChange = useRight('codes.change')
  const there = coupons.filter(isThere)
  return (
    <Table caption="Codes" captionHidden className="min-w-0!">
      <thead>
        <tr>
          {mayChange && <ChooseAllCell label="Choose all" rows={there} selection={selection} />}
          <HeadCell>Code</HeadCell>
          <HeadCell className={WIDE}>Discount</HeadCell>
          <HeadCell className={WIDE}>Dates</HeadCell>
          <HeadCell className={WIDE}>Restrictions</HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            Used
          </HeadCell>
          <HeadCell className="max-sm:hidden">
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {coupons.map(coupon => (
          <CouponRow key={coupon.id} coupon={coupon} selection={mayChange ? selection : undefined} {...acts} />
        ))}
      </tbody>
    </Table>
  )
}

type CouponRowProps = CouponActs & {
  coupon: ShownCoupon
  selection: Selection<ShownCoupon> | undefined
}

function CouponRow({ coupon, selection, ...acts }: CouponRowProps) {
  const restrictions = restrictionsOf(coupon)
  return (
    <tr className="hover:bg-raised">
      {selection && (
        <ChooseCell
          label={`Choose ${coupon.code}`}
          row={coupon}
          selection={selection}
          isOffered={isThere(coupon)}
          className="max-sm:align-top"
        />
      )}
      <Cell>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="break-all font-semibold">{coupon.code}</span>
          <Badge tone={TONES[coupon.state]}>{STATE_NAMES[coupon.state]}</Badge>
        </span>
        <span className="mt-1 block text-muted xl:hidden">
          <span className="sm:hidden">Used {useText(coupon)} · </span>
          {[discountText(coupon.discount), datesText(coupon), ...restrictions].join(' · ')}
        </span>
        {coupon.note && <span className="mt-1 block max-w-sm text-muted">{coupon.note}</span>}
        <span className="-ml-2 mt-1 block sm:hidden">
          <CouponActions coupon={coupon} {...acts} />
        </span>
      </Cell>
      <Cell className={`${WIDE} whitespace-nowrap`}>{discountText(coupon.discount)}</Cell>
      <Cell className={`${WIDE} whitespace-nowrap`}>{datesText(coupon)}</Cell>
      <Cell className={`${WIDE} text-muted`}>{restrictions.join(' · ') || 'None'}</Cell>
      <Cell numeric className="whitespace-nowrap max-sm:hidden">
        {useText(coupon)}
      </Cell>
      <Cell className="max-sm:hidden">
        <CouponActions coupon={coupon} {...acts} />
      </Cell>
    </tr>
  )
}

type CouponActs = {
  onEdit: ((coupon: ShownCoupon) => void) | undefined
  onUse: (coupon: ShownCoupon) => void
  onArchive: (coupon: ShownCoupon) => void
}

/** Pausing and resuming need no confirmation because each undoes the other. */
function CouponActions({ coupon, onEdit, onUse, onArchive }: CouponActs & { coupon: ShownCoupon }) {
  const { id, code, state } = coupon
  const isPaused = state === 'paused'
  const mayChange = useRight('codes.change')
  const pausing = useMutation({
    mutationFn: () => {
      const one = codesClient.codes[':id']
      return isPaused ? call(one.resume.$post({ param: { id } })) : call(one.pause.$post({ param: { id } }))
    },
    async onSuccess() {
      await codesChanged()
      toast.success(isPaused ? `${code} is active again` : `${code} is paused`)
    },
    onError: error => toast.error(error.message),
  })
  return (
    <span className="flex items-center gap-x-1 sm:justify-end">
      <IconButton size="sm" icon="eye" label={`Use of ${code}`} onClick={() => onUse(coupon)} />
      {mayChange && (isPaused || canBe('paused', state)) && (
        <Button size="sm" variant="quiet" mutation={pausing} aria-label={`${isPaused ? 'Resume' : 'Pause'} ${code}`}>
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      )}
      {onEdit && state !== 'archived' && (
        <>
          <IconButton size="sm" icon="edit" label={`Edit ${code}`} onClick={() => onEdit(coupon)} />
          <IconButton size="sm" icon="trash" label={`Archive ${code}`} onClick={() => onArchive(coupon)} />
        </>
      )}
    </span>
  )
}

type CouponBulkProps = {
  coupons: readonly ShownCoupon[]
  /** Receives the ids that stay selected. */
  onDone: (left: readonly string[]) => void
}

/** Pauses or resumes several coupons, one call each. Failed coupons stay selected, and the last error is shown. */
function CouponBulk({ coupons, onDone }: CouponBulkProps) {
  const acting = useMutation({
    async mutationFn(what: 'pause' | 'resume') {
      const failed = new Map<string, string>()
      for (const { id } of coupons.filter(coupon => can(coupon, what)))
        await call(codesClient.codes[':id'][what].$post({ param: { id } })).catch(error =>
          failed.set(id, error.message),
        )
      await codesChanged()
      onDone([...failed.keys()])
      return { what, failed }
    },
    onSuccess({ what, failed }) {
      const [problem] = [...failed.values()].slice(-1)
      if (problem) toast.error(`${failed.size} could not be ${what}d: ${problem}`)
      else toast.success(what === 'pause' ? 'The chosen codes are paused' : 'The chosen codes are active again')
    },
  })
  const button = (what: 'pause' | 'resume', label: string) =>
    coupons.some(coupon => can(coupon, what)) && (
      <Button
        size="sm"
        variant="secondary"
        busy={acting.isPending && acting.variables === what}
        onClick={() => acting.mutate(what)}
      >
        {label}
      </Button>
    )
  return (
    <BulkBar label="Chosen codes" count={coupons.length} onClear={() => onDone([])}>
      {button('pause', 'Pause')}
      {button('resume', 'Resume')}
    </BulkBar>
  )
}

const can = ({ state }: ShownCoupon, what: 'pause' | 'resume') => canBe(`${what}d`, state)
