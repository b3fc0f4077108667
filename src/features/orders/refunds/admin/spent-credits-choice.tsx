import { useId } from 'react'
import type { SpentCredits } from '../contract.ts'

/** Staff's options for earned credits that were already spent. */
const CHOICES: readonly { value: SpentCredits; label: string; hint: string }[] = [
  { value: 'balance', label: 'Take back what is left', hint: 'Of the balance, and never below zero.' },
  {
    value: 'entries',
    label: 'Also remove entries',
    hint: 'Of giveaways that are still open, newest first, as many as it takes.',
  },
  { value: 'keep', label: 'Let it be', hint: 'The buyer keeps every credit.' },
]

type SpentCreditsChoiceProps = { value: SpentCredits; onChange: (value: SpentCredits) => void }

export function SpentCreditsChoice({ value, onChange }: SpentCreditsChoiceProps) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">Credits that it earned</legend>
      <div className="flex flex-col divide-y divide-line rounded-sm border border-line-strong">
        {CHOICES.map(choice => (
          <label key={choice.value} className="flex min-h-14 cursor-pointer items-center gap-4 px-4 py-2">
            <input
              type="radio"
              name={group}
              value={choice.value}
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
              className="size-5 shrink-0"
            />
            <span>
              <span className="block font-semibold">{choice.label}</span>
              <span className="block text-muted text-sm">{choice.hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
