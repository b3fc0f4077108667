import { numberIn, percentIn } from '#kernel/values/typed-number.ts'
import { type SettingsChange, type SettingsGroup, SettingsPreviewBody, type ShopSettings } from '../contract.ts'
import type { Kind, SettingField } from './setting-field.ts'
import { FIELDS } from './setting-sections.ts'

/** The typed texts by field name; a switch is `on` or empty. */
export type SettingsFormState = Record<string, string>

const rounded = (number: number) => String(Math.round(number * 1e8) / 1e8)

const TYPED: Record<Kind, (value: unknown) => string> = {
  money: value => (value as number).toFixed(2),
  percent: value => rounded((value as number) * 100),
  whole: String,
  days: value => rounded((value as number) / 24),
  text: String,
  email: String,
  choice: String,
  lines: value => (value as string[]).join('\n'),
  'two-letters': value => (value as string[]).join(' '),
  switch: value => (value ? 'on' : ''),
}

/** Parses a typed text. A text that is no number becomes NaN, which the schema refuses with its sentence. */
const MEANT: Record<Kind, (text: string) => unknown> = {
  money: numberIn,
  percent: text => Math.round(percentIn(text) * 1e6) / 1e8,
  whole: numberIn,
  days: text => numberIn(text) * 24,
  text: text => text.trim(),
  email: text => text.trim(),
  choice: text => text,
  lines: text =>
    text
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean),
  'two-letters': text =>
    text
      .toUpperCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  switch: text => text === 'on',
}

const storedValue = (settings: ShopSettings, name: string): unknown => {
  const [group, field] = name.split('.') as [SettingsGroup, string?]
  return field ? (settings[group] as Record<string, unknown>)[field] : settings[group]
}

/** A setting as typed text. */
const typedOf = (settings: ShopSettings, { name, kind }: SettingField): string => {
  const value = storedValue(settings, name)
  return value === null ? '' : TYPED[kind](value)
}

export const formStateOf = (settings: ShopSettings): SettingsFormState =>
  Object.fromEntries(FIELDS.map(field => [field.name, typedOf(settings, field)]))

/** The named fields of a form in API form, per group. */
export function changeOf(current: SettingsFormState, names: readonly string[]): Record<string, unknown> {
  const change: Record<string, unknown> = {}
  for (const { name, kind, isOptional } of FIELDS.filter(field => names.includes(field.name))) {
    const text = current[name]!
    const value = isOptional && text.trim() === '' ? null : MEANT[kind](text)
    const [group, field] = name.split('.') as [string, string?]
    if (field) change[group] = { ...(change[group] as object | undefined), [field]: value }
    else change[group] = value
  }
  return change
}

/** A setting in words, for a default or for another user's edit. */
export function inWords({ kind, options }: SettingField, typed: string): string {
  if (kind === 'switch') return typed ? 'On' : 'Off'
  if (kind === 'choice') return options?.find(option => option.value === typed)?.label ?? typed
  if (typed === '') return 'none'
  if (kind === 'money') return `$${typed}`
  if (kind === 'percent') return `${typed}%`
  return typed.replaceAll('\n', ', ')
}

/** The fields of a form that differ from the opened settings. */
export const changedNames = (current: SettingsFormState, opened: SettingsFormState): string[] =>
  FIELDS.flatMap(({ name }) => (current[name] === opened[name] ? [] : [name]))

/** One error sentence per field name: an error of a single address line belongs to the whole field. */
export const problemsByName = (problems: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problems).map(([path, sentence]) => {
      const inner = path.replace(/^settings\./, '')
      return [FIELDS.find(({ name }) => inner === name || inner.startsWith(`${name}.`))?.name ?? inner, sentence]
    }),
  )

/** The change of a form, validated for sending. @throws ZodError with a sentence per field that is invalid by itself. */
export const checkedChange = (current: SettingsFormState, names: readonly string[]): SettingsChange =>
  SettingsPreviewBody.parse({ settings: changeOf(current, names) }).settings
