import type { ReactNode } from 'react'
import { useRight } from '#kernel/client/rights.ts'
import { AuditLookup } from './audit-lookup.tsx'
import { CreditReportPart } from './credit-report-part.tsx'
import { DiscrepancyList } from './discrepancy-list.tsx'
import { ReconcileForm } from './reconcile-form.tsx'

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
      <Part title="Report" lead="Of one person, or of everybody’s last 30 days when the e-mail is left out.">
        <CreditReportPart />
      </Part>
      {mayReconcile && (
        <Part
          title="Discrepancies"
          lead="Where our books and the provider disagree. They are compared every five minutes, and what agrees again goes by itself."
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
