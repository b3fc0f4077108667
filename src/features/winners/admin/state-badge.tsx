import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import type { State } from '../rules.ts'
import { STATE_WORDS } from '../state-words.ts'

const TONES: Record<State, BadgeTone> = {
  drawn: 'warning',
  notified: 'signal',
  accepted: 'signal',
  shipped: 'ranger',
  done: 'success',
  declined: 'neutral',
  forfeited: 'neutral',
  disqualified: 'danger',
}

export const StateBadge = ({ state }: { state: State }) => <Badge tone={TONES[state]}>{STATE_WORDS[state]}</Badge>
