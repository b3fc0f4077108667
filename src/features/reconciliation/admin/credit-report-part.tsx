import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { failureOf, sentenceOf } from '#kernel/client/calls/sentence-of.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Stat } from '#ui/data/stat.tsx'
import { Cell, Table } from '#ui/data/table.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { AUDIT_STATUSES, type AuditStatus, type CreditReport, type DiscrepancyKind } from '../contract.ts'
import { DISCREPANCY_TEXTS } from '../discrepancy-texts.ts'
import { AuditBadge } from './audit-badge.tsx'
import { reconciliationClient } from './reconciliation-client.ts'

/** The reconciliation report: figures, problems and advice. */
export function CreditReportPart() {
  const [email, setEmail] = useState('')
  const report = useMutation({
    mutationFn: (of: string) =>
      call(reconciliationClient().admin.credits.report.$get({ query: of ? { email: of } : {} })),
    onError: error => toast.error(failureOf('Failed to generate report', error)),
  })

  function generate(event: FormEvent) {
    event.preventDefault()
    report.mutate(email.trim())
  }

  return (
    <>
      <form onSubmit={generate} noValidate className="flex flex-wrap items-start gap-3">
        <TextField
          label="Email (optional)"
          type="email"
          autoComplete="off"
          className="w-full sm:w-80"
          value={email}
          maxLength={254}
          error={report.error ? sentenceOf(report.error, '') : undefined}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Button type="submit" variant="secondary" className="sm:mt-7" busy={report.isPending} busyText="Generating...">
          Generate report
        </Button>
      </form>
      <div aria-live="polite">{report.data && <Report report={report.data} />}</div>
    </>
  )
}

function Report({ report: { summary, issues, recommendations } }: { report: CreditReport }) {
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-2 gap-5 sm:grid-cols-5">
        <Stat size="sm" label="Transactions" value={summary.totalTransactions} />
        <Stat size="sm" label="Successful" value={summary.successfulIssuances} />
        <Stat size="sm" label="Failed" value={summary.failedIssuances} />
        <Stat size="sm" label="Duplicate" value={summary.duplicateAttempts} />
        <Stat size="sm" label="Pending" value={summary.pendingIssuances} />
      </dl>
      <h4 className="label-sm text-muted">Recommendations</h4>
      <ul className="list-disc space-y-1 pl-5 text-sm marker:text-muted">
        {recommendations.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {issues.length > 0 && (
        <Table caption="Issues" head={['Type', 'Source', 'What is wrong']}>
          {issues.map(issue => (
            <tr key={`${issue.type} ${issue.sourceId} ${issue.error}`}>
              <Cell className="whitespace-nowrap">
                {isAuditStatus(issue.type) ? (
                  <AuditBadge status={issue.type} />
                ) : (
                  DISCREPANCY_TEXTS[issue.type as DiscrepancyKind].title
                )}
              </Cell>
              <Cell className="max-w-56 break-all text-muted text-xs">{issue.sourceId}</Cell>
              <Cell>{issue.error}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </div>
  )
}

const isAuditStatus = (type: string): type is AuditStatus => (AUDIT_STATUSES as readonly string[]).includes(type)
