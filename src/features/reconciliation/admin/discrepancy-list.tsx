import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { useTabParam } from '#ui/layout/tab-param.ts'
import { ListBody } from '#ui/list-body.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useList } from '#ui/use-list.ts'
import type { CheckResult, Discrepancy } from '../contract.ts'
import { DISCREPANCY_TEXTS } from '../discrepancy-texts.ts'
import { DISCREPANCIES, discrepanciesChanged, reconciliationClient } from './reconciliation-client.ts'

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
]

/** Open or resolved discrepancies, newest first, page by page. The address selects which of the two. */
export function DiscrepancyList() {
  const [state, show] = useTabParam<'open' | 'resolved'>('discrepancies', ['open', 'resolved'])
  const [resolving, setResolving] = useState<Discrepancy | null>(null)
  const list = useList({
    queryKey: [DISCREPANCIES, state],
    fetchPage: next => call(reconciliationClient().admin.discrepancies.$get({ query: { state, ...next } })),
    rowsOf: page => page.discrepancies,
    keepsRows: false,
  })
  const comparedAt = list.firstPage?.comparedAt

  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Show"
          className="w-full sm:w-44"
          options={STATES}
          value={state}
          onChange={({ target }) => show(target.value as 'open' | 'resolved')}
        />
        <CheckAgain />
        <p className="text-muted text-sm sm:ml-auto sm:pb-3">
          {comparedAt ? `Last compared ${formatMoment(new Date(comparedAt))}` : list.firstPage && 'Not compared yet'}
        </p>
      </div>
      <ListBody
        list={list}
        loading={6}
        empty={<Nothing state={state} isCompared={Boolean(comparedAt)} />}
        nouns={['discrepancy', 'discrepancies']}
      >
        {shown => (
          <ul className="flex flex-col gap-3">
            {shown.map(discrepancy => (
              <DiscrepancyCard key={discrepancy.id} discrepancy={discrepancy} onResolve={setResolving} />
            ))}
          </ul>
        )}
      </ListBody>
      {resolving && <ResolveDiscrepancy discrepancy={resolving} onClose={() => setResolving(null)} />}
    </>
  )
}

function Nothing({ state, isCompared }: { state: 'open' | 'resolved'; isCompared: boolean }) {
  if (state === 'resolved') return <EmptyState title="Nothing was resolved yet" />
  return isCompared ? (
    <EmptyState icon="check" title="Nothing disagrees">
      Every payment and refund is the same here and at the payment provider.
    </EmptyState>
  ) : (
    <EmptyState title="Not compared yet">The first comparison runs automatically within five minutes.</EmptyState>
  )
}

/** Starts a comparison of the books and shows the result. */
function CheckAgain() {
  const check = useMutation({
    mutationFn: () => call(reconciliationClient().admin.discrepancies.check.$post()),
    onSuccess: async result => {
      toast(checkText(result))
      await discrepanciesChanged()
    },
    onError: error => toast.error(error.message),
  })
  return (
    <Button variant="secondary" mutation={check} busyText="Checking...">
      Check again
    </Button>
  )
}

function checkText({ outcome, found, gone }: CheckResult): string {
  if (outcome === 'busy') return 'The books are being compared already. Look again in a minute.'
  if (outcome === 'unreachable') return 'The payment provider cannot be asked now. It is retried automatically.'
  const news = found === 0 && gone === 0 ? 'Nothing new.' : `${found} new, ${gone} resolved automatically.`
  return outcome === 'more' ? `${news} There is more to read; it continues automatically.` : news
}

/** Closes a discrepancy with a note. No money and no credits move. */
function ResolveDiscrepancy({ discrepancy, onClose }: { discrepancy: Discrepancy; onClose: () => void }) {
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const { title, advice } = DISCREPANCY_TEXTS[discrepancy.kind]

  async function resolve() {
    if (!note.trim()) return setProblem('Please say how it was resolved')
    const param = { id: discrepancy.id }
    await call(reconciliationClient().admin.discrepancies[':id'].resolve.$post({ param, json: { note: note.trim() } }))
    await discrepanciesChanged()
    toast.success('Discrepancy resolved')
    onClose()
  }

  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Resolve “${title}”?`}
      description="It leaves the list, and is asked about again only if what either side says changes. No money and no credits move."
      confirmLabel="Resolve"
      busyLabel="Resolving..."
      onConfirm={resolve}
    >
      <dl className="grid grid-cols-2 gap-x-6 rounded-sm border border-line bg-raised p-4 text-sm">
        <DiscrepancyFact name="Our books">{discrepancy.ours}</DiscrepancyFact>
        <DiscrepancyFact name="The provider">{discrepancy.theirs}</DiscrepancyFact>
      </dl>
      <p>{advice}</p>
      <TextAreaField
        label="How it was resolved"
        required
        rows={2}
        error={problem}
        maxLength={500}
        value={note}
        onChange={event => {
          setNote(event.target.value)
          setProblem(undefined)
        }}
      />
    </ConfirmDialog>
  )
}

type Props = { discrepancy: Discrepancy; onResolve: (discrepancy: Discrepancy) => void }

/** One discrepancy: meaning, both sides, the user concerned, and the resolution. */
function DiscrepancyCard({ discrepancy, onResolve }: Props) {
  const { kind, ours, theirs, difference, orderId, reference, email, providerId, resolvedAt, resolvedBy, note } =
    discrepancy
  const { title, meaning } = DISCREPANCY_TEXTS[kind]
  return (
    <li className="flex flex-col gap-3 rounded-sm border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h4 className="font-semibold text-base">{title}</h4>
        {difference !== null && difference !== 0 && (
          <Badge tone="warning">{`${difference < 0 ? '−' : '+'}${formatMoney(toCents(Math.abs(difference)))}`}</Badge>
        )}
        {resolvedAt && (
          <Badge tone="success">{resolvedBy === 'staff' ? 'Resolved by staff' : 'Resolved automatically'}</Badge>
        )}
        <span className="text-muted text-sm sm:ml-auto">{seenText(discrepancy)}</span>
      </div>
      <p className="text-muted text-sm">{meaning}</p>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2 lg:grid-cols-4">
        <DiscrepancyFact name="Our books">{ours}</DiscrepancyFact>
        <DiscrepancyFact name="The provider">{theirs}</DiscrepancyFact>
        <DiscrepancyFact name="About">
          {orderId ? <TextLink to={`/admin?tab=orders&order=${orderId}`}>{reference ?? 'Order'}</TextLink> : null}{' '}
          {email}
          {!orderId && !email && 'Unknown'}
        </DiscrepancyFact>
        <DiscrepancyFact name="At the provider">{providerId ?? 'Nothing'}</DiscrepancyFact>
      </dl>
      {note && <p className="border-line border-t pt-3 text-sm">Note: {note}</p>}
      {!resolvedAt && (
        <Button variant="secondary" size="sm" className="self-start" onClick={() => onResolve(discrepancy)}>
          Resolve with a note
        </Button>
      )}
    </li>
  )
}

const seenText = ({ firstSeenAt, resolvedAt }: Discrepancy) =>
  resolvedAt ? `Resolved ${formatMoment(new Date(resolvedAt))}` : `Since ${formatMoment(new Date(firstSeenAt))}`

/** A labelled fact of a discrepancy. */
const DiscrepancyFact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="label-sm text-muted">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)
