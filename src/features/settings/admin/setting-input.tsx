import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { SettingField } from './setting-sections.ts'
import { inWords } from './settings-draft.ts'

type Props = {
  field: SettingField
  value: string
  /** The default as typed. */
  usual: string
  error: string | undefined
  isLocked: boolean
  onChange: (value: string) => void
}

const MODES: Partial<Record<SettingField['kind'], 'numeric' | 'decimal' | 'email'>> = {
  whole: 'numeric',
  days: 'numeric',
  money: 'decimal',
  percent: 'decimal',
  email: 'email',
}

/** One setting: label, hint and default. */
export function SettingInput({ field, value, usual, error, isLocked, onChange }: Props) {
  const { name, label, kind, options = [] } = field
  // Text settings have invented defaults, which no shop wants back.
  const note = ['text', 'email', 'lines'].includes(kind) ? '' : `Default: ${inWords(field, usual)}.`
  const hint = [field.hint && `${field.hint}.`, note].filter(Boolean).join(' ') || undefined
  const texts = { id: `setting-${name}`, label, hint, error, disabled: isLocked }
  if (kind === 'switch') {
    return (
      <CheckboxField
        {...texts}
        checked={value === 'on'}
        onChange={({ target }) => onChange(target.checked ? 'on' : '')}
      />
    )
  }
  if (kind === 'choice') {
    return <SelectField {...texts} options={options} value={value} onChange={({ target }) => onChange(target.value)} />
  }
  if (kind === 'lines') {
    return <TextAreaField {...texts} rows={4} value={value} onChange={({ target }) => onChange(target.value)} />
  }
  return (
    <TextField
      {...texts}
      inputMode={MODES[kind]}
      autoComplete="off"
      prefix={kind === 'money' ? '$' : undefined}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
