import { Badge } from '#ui/data/badge.tsx'
import type { CardHint } from '../contract.ts'

const HINTS: Record<CardHint, string> = {
  same_day: 'Another card of this sender has the same days',
  known_account: 'An account has this name and address',
  other_name: 'The account of this e-mail has another name',
}

/** Hints for the person who decides on a card. */
export function CardHints({ hints }: { hints: readonly CardHint[] }) {
  if (hints.length === 0) return null
  return (
    <p className="flex flex-wrap gap-1">
      {hints.map(hint => (
        <Badge key={hint} tone="warning">
          {HINTS[hint]}
        </Badge>
      ))}
    </p>
  )
}
