import type { SettingsGroup } from '../contract.ts'

/** Input kind of a setting: money in dollars, a share in percent, hours as days, lines of an address. */
export type Kind =
  | 'money'
  | 'percent'
  | 'whole'
  | 'days'
  | 'text'
  | 'email'
  | 'lines'
  | 'two-letters'
  | 'switch'
  | 'choice'

export type SettingField = {
  /** Dotted name, as in the API and the audit log. */
  name: string
  label: string
  kind: Kind
  /** Effect of the setting. */
  hint?: string
  options?: readonly { value: string; label: string }[]
  /** May stay empty, which means none. */
  isOptional?: boolean
}

export type SettingSection = {
  id: string
  title: string
  about: string
  groups: readonly SettingsGroup[]
  fields: readonly SettingField[]
}
