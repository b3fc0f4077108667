import { useState } from 'react'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { WinnerDetail } from '../../contract.ts'
import type { Action } from '../../rules.ts'

const ShipDialog = lazy(async () => (await import('./ship-dialog.tsx')).ShipDialog)
const AcceptDialog = lazy(async () => (await import('./accept-dialog.tsx')).AcceptDialog)
const TellDialog = lazy(async () => (await import('./tell-dialog.tsx')).TellDialog)
const PromoteAlternateDialog = lazy(async () => (await import('./promote-alternate-dialog.tsx')).PromoteAlternateDialog)
const FinishDialog = lazy(async () => (await import('./finish-dialog.tsx')).FinishDialog)
const SettleDialog = lazy(async () => (await import('./settle-dialog.tsx')).SettleDialog)

/** Actions with their own button; the usual next step comes first. */
const BUTTONS: Partial<Record<Action, string>> = {
  ship: 'Ship prize',
  finish: 'Mark as arrived',
  settle: 'Settle prize',
  'correct-tracking': 'Correct tracking',
  tell: 'Tell the winner',
  accept: 'Note an answer',
  'pass-on': 'Pass on',
}
const FIRST: readonly Action[] = ['ship', 'finish', 'settle']

/** Actions that staff can take now, each with a dialog. */
export function WinnerActions({ winner }: { winner: WinnerDetail }) {
  const [open, setOpen] = useState<Action | null>(null)
  const mayChange = useRight('winners.change')
  const canPromoteAlternate = useRight('winners.pass-on')
  const offered = (Object.keys(BUTTONS) as Action[]).filter(
    action => winner.actions.includes(action) && (action === 'pass-on' ? canPromoteAlternate : mayChange),
  )
  const props = { winner, onClose: () => setOpen(null) }
  return (
    <div className="flex flex-wrap gap-2">
      {offered.map(action => (
        <Button
          key={action}
          size="sm"
          variant={FIRST.includes(action) ? 'primary' : 'secondary'}
          onClick={() => setOpen(action)}
        >
          {BUTTONS[action]}
        </Button>
      ))}
      {(open === 'ship' || open === 'correct-tracking') && <ShipDialog {...props} />}
      {open === 'accept' && <AcceptDialog {...props} />}
      {open === 'tell' && <TellDialog {...props} />}
      {open === 'pass-on' && <PromoteAlternateDialog {...props} />}
      {open === 'finish' && <FinishDialog {...props} />}
      {open === 'settle' && <SettleDialog {...props} />}
    </div>
  )
}
