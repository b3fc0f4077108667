import type { ReactNode } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import { ColourSetting } from './colour-setting.tsx'
import { PictureSetting } from './picture-setting.tsx'
import type { SettingField, SettingSection } from './setting-sections.ts'
import type { SettingsFormState } from './settings-form-state.ts'
import type { ShownSettings } from './use-settings-form.ts'
import { zoneOptions } from './zone-options.ts'

type Props = {
  section: SettingSection
  stored: ShownSettings
  current: SettingsFormState
  usual: SettingsFormState
  errors: Record<string, string>
  isLocked: boolean
  onChange: (name: string, value: string) => void
  /** Confirms the current values as reviewed. */
  onConfirm: () => void
  /** Shown under the fields: what can be tried with them as they are saved. */
  trials?: ReactNode
  /** The preview of their change. */
  children?: ReactNode
}

/** A group of settings, with its last editor. */
export function SettingsSection(props: Props) {
  const { section, stored, current, usual, errors, isLocked, onChange, onConfirm, trials, children } = props
  const { id, title, about, groups, fields } = section
  const missing = groups.filter(group => !stored.chosen[group])
  return (
    <section
      aria-labelledby={`settings-${id}`}
      className="border-line border-t pt-6 lg:grid lg:grid-cols-[16rem_1fr] lg:gap-10"
    >
      <div className="mb-5 flex flex-col items-start gap-2">
        <h3 id={`settings-${id}`} className="text-xl">
          {title}
        </h3>
        <p className="text-muted text-sm">{about}</p>
        <LastSet section={section} stored={stored} />
        {missing.length > 0 && !isLocked && (
          <Button size="sm" variant="secondary" onClick={onConfirm}>
            Keep as it is
          </Button>
        )}
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {fields.map(field => (
          <SettingInput
            key={field.name}
            field={field}
            value={current[field.name]!}
            usual={usual[field.name]!}
            error={errors[field.name]}
            isLocked={isLocked}
            onChange={value => onChange(field.name, value)}
          />
        ))}
        {trials && <div className="sm:col-span-2">{trials}</div>}
        {children && <div className="sm:col-span-2">{children}</div>}
      </div>
    </section>
  )
}

function LastSet({ section: { groups }, stored }: Pick<Props, 'section' | 'stored'>) {
  const [last] = groups.flatMap(group => stored.chosen[group] ?? []).toSorted((a, b) => b.at.localeCompare(a.at))
  if (!last) return <p className="text-sm text-warning">Not reviewed yet</p>
  const who = last.by ? (last.by.name ?? 'A former member of staff') : 'The shop itself'
  return (
    <p className="text-muted text-sm">
      Set by {who}, <TimeAgo at={last.at} />
    </p>
  )
}

type SettingInputProps = {
  field: SettingField
  value: string
  /** The default as typed. */
  usual: string
  error: string | undefined
  isLocked: boolean
  onChange: (value: string) => void
}

/** One setting: label, hint and default. */
function SettingInput({ field, value, usual, error, isLocked, onChange }: SettingInputProps) {
  const { name, label, control, options = [], isInvented, said, inputMode, prefix } = field
  const note = isInvented ? '' : `Default: ${said!(usual)}.`
  const hint = [field.hint && `${field.hint}.`, note].filter(Boolean).join(' ') || undefined
  const texts = { id: `setting-${name}`, label, hint, error, disabled: isLocked }
  if (control === 'switch') {
    return (
      <CheckboxField
        {...texts}
        checked={value === 'on'}
        onChange={({ target }) => onChange(target.checked ? 'on' : '')}
      />
    )
  }
  if (control === 'colour') return <ColourSetting texts={texts} value={value} onChange={onChange} />
  if (control === 'picture')
    return <PictureSetting texts={texts} ground={field.ground!} value={value} onChange={onChange} />
  if (control === 'choice' || control === 'zone') {
    const known = control === 'zone' ? zoneOptions() : options
    // A program may have stored a value that this browser does not offer.
    const isOffered = known.some(option => option.value === value)
    const offered = isOffered ? known : [...known, { value, label: value }]
    return <SelectField {...texts} options={offered} value={value} onChange={({ target }) => onChange(target.value)} />
  }
  if (control === 'lines') {
    return <TextAreaField {...texts} rows={4} value={value} onChange={({ target }) => onChange(target.value)} />
  }
  return (
    <TextField
      {...texts}
      inputMode={inputMode}
      autoComplete="off"
      prefix={prefix}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
