import type { ReactNode } from 'react'
import { Badge } from '#ui/data/badge.tsx'

/** The lines of one choice. */
export const Choices = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className="flex flex-col divide-y divide-line rounded-sm border border-line-strong">
    <legend className="sr-only">{legend}</legend>
    {children}
  </fieldset>
)

type ChoiceProps = {
  group: string
  name: string
  hint: string
  checked: boolean
  onChoose: () => void
  isConfigured?: boolean
}

/** A line of a choice: a radio button with its name and what it means. */
export const Choice = ({ group, name, hint, checked, onChoose, isConfigured = true }: ChoiceProps) => (
  <label className="flex min-h-16 cursor-pointer items-center gap-4 px-4 py-3">
    <input type="radio" name={group} checked={checked} onChange={onChoose} className="size-5" />
    <span className="min-w-0 flex-1">
      <span className="block font-semibold">{name}</span>
      <span className="block text-muted text-sm">{hint}</span>
    </span>
    {!isConfigured && <Badge tone="warning">Not configured</Badge>}
  </label>
)
