import { type SettingsChange, type SettingsGroup, SettingsPreviewBody, type ShopSettings } from '../contract.ts'
import { FIELDS } from './setting-sections.ts'

/** The typed texts by field name; a switch is `on` or empty. */
export type SettingsFormState = Record<string, string>

const storedValue = (settings: ShopSettings, name: string): unknown => {
  const [group, field] = name.split('.') as [SettingsGroup, string?]
  return field ? (settings[group] as Record<string, unknown>)[field] : settings[group]
}

/** The settings as typed texts. */
export const formStateOf = (settings: ShopSettings): SettingsFormState =>
  Object.fromEntries(FIELDS.map(({ name, typedOf }) => [name, typedOf(storedValue(settings, name))]))

/** The named fields of a form in API form, per group. */
export function changeOf(current: SettingsFormState, names: readonly string[]): Record<string, unknown> {
  const change: Record<string, unknown> = {}
  for (const field of FIELDS.filter(({ name }) => names.includes(name))) {
    const value = field.valueOf(current[field.name]!)
    const [group, name] = field.name.split('.') as [string, string?]
    if (name) change[group] = { ...(change[group] as object | undefined), [name]: value }
    else change[group] = value
  }
  return change
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
