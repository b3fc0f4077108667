import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import type { Settings } from '#kernel/settings.ts'
import type { SettingsEffect } from './contract.ts'

/** Effects of settings on later features. `src/app/services/settings-ports.server.ts` fills them. */
export type SettingsPorts = {
  /** Writes of other features in the transaction of a change. */
  writeAlong: (tx: TransactionContext, before: Settings, after: Settings) => Promise<void>
  /** Whether no giveaway was published, whose deadlines and rules keep the zone of that moment. */
  isUnused: (ctx: DataContext) => Promise<boolean>
  /** Whether staff alone make a change that takes two persons. */
  takesTwo: (tx: TransactionContext, before: Settings, after: Settings) => Promise<boolean>
  /** What a change would do: example carts priced before and after, and other effects in sentences. Changes nothing. */
  effectOf: (ctx: Context, before: Settings, after: Settings) => Promise<SettingsEffect>
  /** Hints for an owner that the settings alone do not show, one sentence each. */
  notesFor: (ctx: Context) => Promise<string[]>
}
