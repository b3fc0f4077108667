import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import { useNow } from '#ui/time/use-now.ts'
import type { TicketStatus } from '../desk/rules.ts'

export const STATUS_WORDS: Record<TicketStatus, { label: string; tone: BadgeTone }> = {
  open: { label: 'Open', tone: 'signal' },
  'in-progress': { label: 'In progress', tone: 'ranger' },
  closed: { label: 'Closed', tone: 'neutral' },
  new: { label: 'New', tone: 'signal' },
  reviewed: { label: 'Reviewed', tone: 'ranger' },
}
export const PRIORITY_WORDS = { high: 'High', medium: 'Medium', low: 'Low' } as const

export const StatusBadge = ({ status }: { status: TicketStatus }) => (
  <Badge tone={STATUS_WORDS[status].tone}>{STATUS_WORDS[status].label}</Badge>
)

const MINUTE = 60_000

/** A span in its largest unit: `3 h`, `2 days`. */
function span(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / MINUTE))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  if (hours < 48) return `${hours} h`
  return `${Math.round(hours / 24)} days`
}

/** The deadline of an answer, in words and with an icon, because color alone would not do. */
export function DueMark({ at }: { at: string | null }) {
  const now = useNow()
  if (!at || now === null) return null
  const left = Date.parse(at) - now
  if (left >= 0) return <span className="whitespace-nowrap text-muted">Answer due in {span(left)}</span>
  return (
    <Badge tone="danger" icon="warning">
      Overdue by {span(-left)}
    </Badge>
  )
}
