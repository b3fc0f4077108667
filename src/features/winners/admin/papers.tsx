import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import type { PaperBody, WinnerDetail } from '../contract.ts'
import { ShowTaxForm } from '../papers/admin/show-tax-form.tsx'
import { SaveAffidavitButton } from '../papers/web/save-affidavit-button.tsx'
import { PAPER_STATUS_WORDS, PAPER_WORDS, type PaperStatus } from '../rules.ts'
import { useAct, winnersClient } from './lists/winners-client.ts'

const TONES: Record<PaperStatus, BadgeTone> = { asked: 'warning', received: 'signal', checked: 'success' }
const NEXT: Record<PaperStatus, { status: PaperStatus; label: string }[]> = {
  asked: [{ status: 'received', label: 'Mark received' }],
  received: [
    { status: 'checked', label: 'Mark checked' },
    { status: 'asked', label: 'Ask again' },
  ],
  checked: [{ status: 'received', label: 'Check again' }],
}

/** The status of each paper, with the affidavit to print and, for owners, a tax form that came online. */
export function Papers({ winner }: { winner: WinnerDetail }) {
  const mayChange = winner.actions.includes('papers')
  const maySeeNumbers = useRight('winners.tax')
  const note = useAct<PaperBody>(
    winner.id,
    json => call(winnersClient()[':id'].papers.$post({ param: { id: winner.id }, json })),
    'The paper was noted',
  )
  return (
    <div className="flex flex-col gap-3">
      <FormError>{note.error?.message}</FormError>
      <ul className="-mt-3 divide-y divide-line border-line border-b">
        {winner.papers.map(({ kind, status, statusAt }) => (
          <li key={kind} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
            <span className="min-w-0 text-sm">
              {PAPER_WORDS[kind]}
              <span className="mt-1 flex flex-wrap items-center gap-2 text-muted">
                <Badge tone={TONES[status]}>{PAPER_STATUS_WORDS[status]}</Badge>
                since {formatShopDay(statusAt)}
              </span>
            </span>
            <span className="flex flex-wrap gap-2">
              {kind === 'affidavit' && <SaveAffidavitButton id={winner.id} isStaff />}
              {kind === 'tax-form' && status !== 'asked' && maySeeNumbers && <ShowTaxForm winnerId={winner.id} />}
              {mayChange &&
                NEXT[status].map(next => (
                  <Button
                    key={next.status}
                    variant="secondary"
                    size="sm"
                    aria-label={`${next.label}: ${PAPER_WORDS[kind]}`}
                    busy={note.isPending && note.variables.kind === kind && note.variables.status === next.status}
                    onClick={() => note.mutate({ kind, status: next.status })}
                  >
                    {next.label}
                  </Button>
                ))}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-muted text-sm">
        The number of a form that came online is encrypted, and owners alone can show it. Of papers that came by mail,
        note only that they came and were checked.
      </p>
    </div>
  )
}
