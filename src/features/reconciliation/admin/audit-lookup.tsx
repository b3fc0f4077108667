import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { AuditTable } from './audit-table.tsx'
import { reconciliationClient } from './reconciliation-client.ts'

/** Number of records per lookup. */
const LIMIT = 100

/** The audit trail of a user, found by e-mail. */
export function AuditLookup() {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const lookup = useMutation({
    mutationFn: (of: string) =>
      call(reconciliationClient().credits.audit.$get({ query: { email: of, limit: String(LIMIT) } })),
    onError: () => toast.error('Failed to fetch audit trail'),
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
