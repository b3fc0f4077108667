import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { ReconcileResult } from '../contract.ts'
import { AuditBadge } from './audit-badge.tsx'
import { AuditTable, creditsText } from './audit-table.tsx'
import { discrepanciesChanged, reconciliationClient } from './reconciliation-client.ts'

/** Reconciles one payment by its session and shows the result. */
export function ReconcileForm() {
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
    onError: () => toast.error('Failed to reconcile transaction'),
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
