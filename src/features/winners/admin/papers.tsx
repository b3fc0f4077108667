import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import type { PaperBody, WinnerDetail } from '../contract.ts'
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

/** The status of each paper. The contents are not stored. */
export function Papers({ winner }: { winner: WinnerDetail }) {
  const mayChange = useRight('winners.change') && winner.actions.includes('papers')
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
            {mayChange && (
              <span className="flex flex-wrap gap-2">
                {NEXT[status].map(next => (
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
            )}
          </li>
        ))}
      </ul>
      <p className="text-muted text-sm">
        Note only that a paper came and was checked. Tax numbers and copies are kept on paper, under lock, and never
        here.
      </p>
    </div>
  )
}
