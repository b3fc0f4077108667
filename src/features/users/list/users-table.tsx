import { ROLE_NAMES } from '#kernel/rights.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { Badge } from '#ui/data/badge.tsx'
import { EmailText } from '#ui/data/email-text.tsx'
import { Cell, HeadCell, SortHeadCell, Table } from '#ui/data/table.tsx'
import { TierIcon } from '#ui/money/tier-badge.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { ChooseAllCell, ChooseCell } from '#ui/staff-kit/choose-cells.tsx'
import type { Selection } from '#ui/staff-kit/use-selection.ts'
import { formatShopDay } from '#ui/time/format-day.ts'
import type { TierCounts, UserRow, UsersSort } from '../contract.ts'
import { creditsOf } from '../rules.ts'

type UsersTableProps = {
  rows: readonly UserRow[]
  /** Missing when the caller has no action for selected rows. */
  selection: Selection<UserRow> | undefined
  /** Empty: best matches first. */
  sort: UsersSort | ''
  onSort: (sort: UsersSort) => void
  linkTo: (id: string) => string
}

/** Columns hidden on phones and small tablets, where each person is a card. */
const WIDE = 'max-lg:hidden'
/** Columns hidden on laptops. The number moves below the e-mail, and the profile shows the rest. */
const WIDEST = 'max-[1440px]:hidden'
/** Columns hidden on small laptops; their content moves beside the number. */
const WIDER = 'max-xl:hidden'

/** Small laptops have narrower cells, so that Entries and Purchases fit beside the tabs. */
const NARROWED = 'lg:max-xl:[&_:is(td,th,th_button)]:px-2'

/** The people, one row each; a row opens the profile. */
export function UsersTable({ rows, selection, sort, onSort, linkTo }: UsersTableProps) {
  const head = (label: string, up: UsersSort, down: UsersSort) => (
    <SortHeadCell
      className={WIDE}
      sorted={sort === up ? 'ascending' : sort === down ? 'descending' : undefined}
      onSort={direction => onSort(direction === 'ascending' ? up : down)}
    >
      {label}
    </SortHeadCell>
  )
  return (
    <Table caption="Users" captionHidden className={`max-lg:min-w-0! ${NARROWED}`}>
      <thead>
        <tr>
          {selection && <ChooseAllCell label="Select all on this page" rows={rows} selection={selection} />}
          <HeadCell className="lg:hidden">User</HeadCell>
          {head('Name', 'name-asc', 'name-desc')}
          {head('Email', 'email-asc', 'email-desc')}
          <HeadCell className={WIDEST}>Phone</HeadCell>
          <HeadCell className={WIDER}>Membership</HeadCell>
          <HeadCell className={WIDE}>Credits</HeadCell>
          <HeadCell numeric className={WIDE}>
            Entries
          </HeadCell>
          <HeadCell numeric className={WIDE}>
            Purchases
          </HeadCell>
          {head('Joined', 'oldest', 'newest')}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <Row key={row.id} row={row} to={linkTo(row.id)} selection={selection} />
        ))}
      </tbody>
    </Table>
  )
}

type RowProps = {
  row: UserRow
  to: string
  selection: Selection<UserRow> | undefined
}

/** The link of the name covers the row; other controls lie above it. */
function Row({ row, to, selection }: RowProps) {
  return (
    <tr className="relative hover:bg-raised">
      {selection && (
        <ChooseCell label={`Select ${row.name}`} row={row} selection={selection} className="max-lg:align-top" />
      )}
      <Cell className="min-w-40 max-w-64 lg:max-xl:min-w-32">
        <Link
          to={to}
          preventScrollReset
          className="line-clamp-2 font-semibold wrap-anywhere after:absolute after:inset-0 hover:underline focus-visible:after:outline-2"
          title={row.name}
        >
          {row.name}
        </Link>
        <Standing row={row} />
        <InOneCell row={row} />
      </Cell>
      <Cell className={`max-w-60 lg:max-xl:max-w-40 ${WIDE}`}>
        <span className="block truncate" title={row.email}>
          {row.email}
        </span>
        <span className="block text-muted tabular-nums min-[1440px]:hidden">
          {row.phone}
          <span className="xl:hidden">
            {row.phone && ' · '}
            {row.subscriptionTier}
          </span>
        </span>
      </Cell>
      <Cell className={`whitespace-nowrap tabular-nums ${WIDEST}`}>{row.phone ?? <None />}</Cell>
      <Cell className={WIDER}>{row.subscriptionTier}</Cell>
      <Cell className={`tabular-nums ${WIDE}`}>
        <CreditCounts credits={row.credits} />
      </Cell>
      <Cell numeric className={WIDE}>
        {row.entries.toLocaleString('en-US')}
      </Cell>
      <Cell numeric className={WIDE}>
        {row.purchases.toLocaleString('en-US')}
      </Cell>
      <Cell className={`whitespace-nowrap ${WIDE}`}>
        <time dateTime={row.joinDate}>{formatShopDay(row.joinDate, 'short')}</time>
      </Cell>
    </tr>
  )
}

const None = () => (
  <span className="text-muted">
    <span aria-hidden="true">–</span>
    <span className="sr-only">none</span>
  </span>
)

/** Badges for exceptional states only. */
const Standing = ({ row: { isAdmin, role, offeredRole, disabled } }: { row: UserRow }) =>
  (isAdmin || offeredRole || disabled) && (
    <span className="mt-1 flex flex-wrap gap-1.5">
      {isAdmin && (
        <Badge tone="signal" icon="shield">
          Admin{role && ` · ${ROLE_NAMES[role]}`}
        </Badge>
      )}
      {offeredRole && (
        <Badge tone="warning" icon="mail">
          Invited as {ROLE_NAMES[offeredRole]}
        </Badge>
      )}
      {disabled && <Badge tone="danger">Disabled</Badge>}
    </span>
  )

const InOneCell = ({ row }: { row: UserRow }) => (
  <span className="mt-1 flex flex-col gap-1 text-sm lg:hidden">
    <EmailText className="text-muted">{row.email}</EmailText>
    <span className="text-muted tabular-nums">{row.phone ?? 'No phone'}</span>
    <span className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
      <span>{row.subscriptionTier}</span>
      {row.credits.total === 0 ? <span>0 credits</span> : <CreditCounts credits={row.credits} />}
      <span>{row.entries === 1 ? '1 entry' : `${row.entries.toLocaleString('en-US')} entries`}</span>
      <span>{row.purchases === 1 ? '1 purchase' : `${row.purchases.toLocaleString('en-US')} purchases`}</span>
    </span>
    <span className="text-muted">Joined {formatShopDay(row.joinDate, 'short')}</span>
  </span>
)

/** Available credits in a table row: each tier with credits, as its shape and number. */
function CreditCounts({ credits }: { credits: TierCounts }) {
  if (credits.total === 0) return <span className="text-muted">0</span>
  return (
    <span className="inline-flex flex-wrap gap-x-2.5">
      {TIERS.filter(tier => creditsOf(credits, tier) > 0).map(tier => (
        <span key={tier} className="inline-flex items-center gap-1">
          <TierIcon tier={tier} size={14} />
          <span className="sr-only">{tier} </span>
          {creditsOf(credits, tier).toLocaleString('en-US')}
        </span>
      ))}
    </span>
  )
}
