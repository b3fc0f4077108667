import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { SavePdfButton } from '#ui/files/save-pdf-button.tsx'
import type { Obligation } from '../contract.ts'
import { saveEvidence } from './obligations-client.ts'

export type DutyAct = 'finish' | 'override' | 'undo'

type DutyActionsProps = { giveawayId: string; duty: Obligation; onAct: (act: DutyAct) => void }

/** What the caller may do with a duty. */
export function DutyActions({ giveawayId, duty, onAct }: DutyActionsProps) {
  const mayChange = useRight('giveaways.change')
  const mayOverride = useRight('giveaways.override')
  const { status, finished } = duty
  const isFinished = status === 'done' || status === 'overridden'
  if (!mayChange) return null
  const name = `${duty.jurisdiction}: ${duty.task}`
  return (
    <div className="flex flex-wrap gap-2">
      {!isFinished && (
        <Button variant="secondary" aria-label={`Mark as done: ${name}`} onClick={() => onAct('finish')}>
          Mark as done
        </Button>
      )}
      {!isFinished && mayOverride && (
        <Button variant="quiet" aria-label={`Set aside: ${name}`} onClick={() => onAct('override')}>
          Set aside
        </Button>
      )}
      {finished?.file && (
        <SavePdfButton save={() => saveEvidence({ id: giveawayId, duty: duty.duty }, finished.file!.name)}>
          Evidence
        </SavePdfButton>
      )}
      {isFinished && (
        <Button variant="quiet" aria-label={`Undo: ${name}`} onClick={() => onAct('undo')}>
          Undo
        </Button>
      )}
    </div>
  )
}
