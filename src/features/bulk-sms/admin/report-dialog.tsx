import { useQuery } from '@tanstack/react-query'
import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { EmailText } from '#ui/data/email-text.tsx'
import { Cell, Table } from '#ui/data/table.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import { useList } from '#ui/use-list.ts'
import { LeftOutList } from './send-sms-dialog.tsx'
import { type ShownReport, SMS, smsClient } from './sms-client.ts'

/** The results of a campaign: counts, reasons, recipients, and the acts of staff. */
export function ReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const report = useQuery({
    queryKey: [SMS, 'report', id],
    queryFn: () => call(smsClient.campaigns[':id'].$get({ param: { id } })),
  })
  return (
    <Dialog size="lg" onOpenChange={onClose} title="Report" description={report.data?.message}>
      {report.isError ? (
        <FailedState query={report} title="Failed to load the report" />
      ) : report.data ? (
        <div className="flex flex-col gap-6">
          <Sums report={report.data} />
          <RecipientTable id={id} />
          <AuditHistory type="sms-campaign" id={id} />
        </div>
      ) : (
        <SkeletonText lines={10} />
      )}
    </Dialog>
  )
}

function Sums({ report }: { report: ShownReport }) {
  const { state, queued, sent, dropped, failed, processedCount, leftOut, reasons, nextAt, whole } = report
  const sums = [
    ['Checked', processedCount],
    ['Queued', queued],
    ['Sent', sent],
    ['Waiting', Math.max(0, queued - sent - dropped - failed)],
    ['Dropped', dropped],
    ['Failed', failed],
  ] as const
  return (
    <>
      <p className="whitespace-pre-wrap rounded-sm border border-line bg-sunken px-4 py-3 text-sm wrap-anywhere">
        {whole}
      </p>
      <dl className="grid grid-cols-3 gap-4 sm:grid-cols-6">
        {sums.map(([name, value]) => (
          <div key={name}>
            <dt className="label-sm text-muted">{name}</dt>
            <dd className="figure font-semibold text-xl">{value.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      <div className="text-sm">
        {nextAt && state !== 'paused' && <p>The next that waits is due {formatMoment(new Date(nextAt))}.</p>}
        <LeftOutList leftOut={leftOut} />
        {reasons.map(({ reason, count }) => (
          <p key={reason} className="text-muted">
            {count.toLocaleString('en-US')}: {reason}
          </p>
        ))}
      </div>
    </>
  )
}

function RecipientTable({ id }: { id: string }) {
  const list = useList({
    queryKey: [SMS, 'recipients', id],
    fetchPage: query => call(smsClient.campaigns[':id'].recipients.$get({ param: { id }, query })),
    rowsOf: page => page.recipients,
    keepsRows: false,
  })
  return (
    <ListBody list={list} loading={4} empty={null} nouns={['recipient', 'recipients']}>
      {rows => (
        <Table caption="Recipients" className="max-sm:min-w-0!" head={['Name', 'State', 'Sent']}>
          {rows.map(row => (
            <tr key={row.id} className="border-line border-b">
              <Cell>
                <span className="block wrap-anywhere">{row.name}</span>
                <EmailText className="text-muted">{row.email}</EmailText>
              </Cell>
              <Cell>{row.reason && row.state !== 'sent' ? `${row.state}: ${row.reason}` : row.state}</Cell>
              <Cell>{row.sentAt ? <TimeAgo at={row.sentAt} /> : '–'}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </ListBody>
  )
}
