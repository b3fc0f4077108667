import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { failureOf, sentenceOf } from '#kernel/client/calls/sentence-of.ts'
import { useRight } from '#kernel/client/rights.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Cell, Table } from '#ui/data/table.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { AuditRecord, ReconcileResult } from '../contract.ts'
import { AuditBadge } from './audit-badge.tsx'
import { CreditReportPart } from './credit-report-part.tsx'
import { DiscrepancyList } from './discrepancy-list.tsx'
import { discrepanciesChanged, reconciliationClient } from './reconciliation-client.ts'

/** `/admin?tab=creditaudit`: issued credits, and discrepancies between our books and the payment provider. */
export function AdminCreditAuditTab() {
  const mayReconcile = useRight('payments.reconcile')
  return (
    <div className="flex flex-col gap-10">
      <Part title="Audit trail" lead="Every step in which a person’s credits were issued or taken back.">
        <AuditLookup />
      </Part>
      {mayReconcile && (
        <Part
          title="Payment reconciliation"
          lead="Asks the payment provider about one payment, and issues its credits if they were missed."
        >
          <ReconcileForm />
        </Part>
      )}
      <Part title="Report" lead="One person, or everyone’s last 30 days without an e-mail.">
        <CreditReportPart />
      </Part>
      {mayReconcile && (
        <Part
          title="Discrepancies"
          lead="Where our books and the provider disagree. They are compared every five minutes, and what agrees again is resolved automatically."
        >
          <DiscrepancyList />
        </Part>
      )}
    </div>
  )
}

function Part({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <header>
        <h3 id={id} className="text-xl">
          {title}
        </h3>
        <p className="mt-1 max-w-prose text-muted text-sm">{lead}</p>
      </header>
      {children}
    </section>
  )
}

/** Number of records per lookup. */
const LIMIT = 100

/** The audit trail of a user, found by e-mail. */
function AuditLookup() {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const lookup = useMutation({
    mutationFn: (of: string) =>
      call(reconciliationClient().credits.audit.$get({ query: { email: of, limit: String(LIMIT) } })),
    onError(error) {
      setProblem(sentenceOf(error, ''))
      toast.error(failureOf('Failed to fetch audit trail', error))
    },
  })

  function find(event: FormEvent) {
    event.preventDefault()
    const of = email.trim()
    setProblem(of ? undefined : 'Please enter an email address')
    if (of) lookup.mutate(of)
  }

  const { data, variables } = lookup
  return (
    <>
      <form onSubmit={find} noValidate className="flex flex-wrap items-start gap-3">
        <TextField
          label="Customer email"
          type="email"
          autoComplete="off"
          className="w-full sm:w-80"
          value={email}
          maxLength={254}
          error={problem}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Button type="submit" icon="search" className="sm:mt-7" busy={lookup.isPending} busyText="Looking up...">
          Look up
        </Button>
      </form>
      <div aria-live="polite">
        {data &&
          (data.count === 0 ? (
            <EmptyState icon="search" title="No audit records">
              Nothing was issued to {variables}, and nothing is awaited.
            </EmptyState>
          ) : (
            <>
              <p className="mb-2 text-muted text-sm">
                {data.count === LIMIT
                  ? `The newest ${LIMIT} records`
                  : `${data.count} ${data.count === 1 ? 'record' : 'records'}`}{' '}
                of {variables}
              </p>
              <AuditTable records={data.auditTrail} caption={`Audit trail of ${variables}`} />
            </>
          ))}
      </div>
    </>
  )
}

/** Reconciles one payment by its session and shows the result. */
function ReconcileForm() {
  const [sessionId, setSessionId] = useState('')
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const reconcile = useMutation({
    mutationFn: (json: { sessionId: string; email: string }) =>
      call(reconciliationClient().credits.reconcile.$post({ json })),
    onSuccess: async result => {
      tell(result)
      await discrepanciesChanged()
    },
    onError(error) {
      setProblem(sentenceOf(error, ''))
      toast.error(failureOf('Failed to reconcile transaction', error))
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const json = { sessionId: sessionId.trim(), email: email.trim() }
    const isWhole = json.sessionId !== '' && json.email !== ''
    setProblem(isWhole ? undefined : 'Please enter both session ID and email')
    if (isWhole) reconcile.mutate(json)
  }

  return (
    <>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FormError>{problem}</FormError>
        <div className="flex flex-wrap items-start gap-3">
          <TextField
            label="Session ID"
            autoComplete="off"
            spellCheck={false}
            className="w-full sm:w-96"
            value={sessionId}
            maxLength={200}
            onChange={({ target }) => setSessionId(target.value)}
          />
          <TextField
            label="Email of the order"
            type="email"
            autoComplete="off"
            className="w-full sm:w-80"
            value={email}
            maxLength={254}
            onChange={({ target }) => setEmail(target.value)}
          />
          <Button type="submit" className="sm:mt-7" busy={reconcile.isPending} busyText="Reconciling...">
            Reconcile
          </Button>
        </div>
      </form>
      {reconcile.data && <Outcome {...reconcile.data} />}
    </>
  )
}

function tell({ status, issue }: ReconcileResult): void {
  if (status === 'success') toast.success('Credits were successfully issued')
  else if (status === 'failed') toast.error(`Credit issuance failed: ${issue}`)
  else if (status === 'duplicate') toast('Duplicate transaction detected')
  else if (status === 'missing_audit') toast.error('No audit record found for this transaction')
  else toast(`Warning: the transaction is ${status}`)
}

/** Repeats the toast's message with reason and record until the form closes. */
function Outcome({ status, issue, creditsIssued, auditRecord }: ReconcileResult) {
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-3 text-sm">
        <AuditBadge status={status} />
        <span>{issue ?? `Issued now: ${creditsText(creditsIssued)}`}</span>
      </p>
      {auditRecord && <AuditTable records={[auditRecord]} caption="Audit record of this payment" />}
    </div>
  )
}

const SOURCES: Record<string, string> = {
  order: 'Order',
  refund: 'Refund',
  membership: 'Monthly benefit',
  admin: 'Staff',
}

/** Columns hidden on phones. Their main content stands below the source. */
const WIDE = 'max-md:hidden'

function AuditTable({ records, caption }: { records: readonly AuditRecord[]; caption: string }) {
  return (
    <Table
      caption={caption}
      captionHidden
      className="max-md:min-w-0!"
      head={[
        'Status',
        'Source',
        { name: 'Credits', className: WIDE },
        { name: 'When', className: WIDE },
        { name: 'Happens once under', className: WIDE },
      ]}
    >
      {records.map(record => (
        <tr key={`${record.status} ${record.id}`} className="hover:bg-raised">
          <Cell className="max-md:align-top">
            <AuditBadge status={record.status} />
            {record.errorMessage && <p className="mt-1 max-w-64 text-muted text-xs">{record.errorMessage}</p>}
          </Cell>
          <Cell>
            {SOURCES[record.sourceType] ?? wordOf(record.sourceType)}
            <span className="block break-all text-muted text-xs md:min-w-60">{record.sourceId}</span>
            <span className="block md:hidden">{creditsText(record.credits)}</span>
            <span className="block text-muted md:hidden">{formatMoment(new Date(record.createdAt))}</span>
          </Cell>
          <Cell className={`${WIDE} whitespace-nowrap`}>{creditsText(record.credits)}</Cell>
          <Cell className={`${WIDE} whitespace-nowrap`}>{formatMoment(new Date(record.createdAt))}</Cell>
          <Cell className={`${WIDE} min-w-60 break-all text-muted text-xs`}>{record.idempotencyKey}</Cell>
        </tr>
      ))}
    </Table>
  )
}

/** A source without a label of its own is shown as stored. */
const wordOf = (source: string) => source.charAt(0).toUpperCase() + source.slice(1).replaceAll(/[-_]/g, ' ')

/** "2 Silver, 1 Gold"; credits taken back as "−2 Silver". */
function creditsText(credits: AuditRecord['credits']): string {
  const named = TIERS.filter(tier => credits[tier] !== 0)
  return named.map(tier => `${String(credits[tier]).replace('-', '−')} ${tier}`).join(', ') || 'None'
}
