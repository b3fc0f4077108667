import { readNames } from '#features/identity/user/queries.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { overDefaults } from '#kernel/live-settings.server.ts'
import { defaultsOf, type Settings } from '#kernel/settings.ts'
import { type AdminSettings, toShown } from './contract.ts'

type Stored = Record<string, { at: string; by: string | null }>

const row = ({ db }: DataContext) =>
  db.selectFrom('shop_settings').select(['version', 'chosen', 'chosen_by']).executeTakeFirstOrThrow()

/** Who last set each group, and when; a group that was never set is missing. */
export async function readChosenBy(ctx: DataContext): Promise<AdminSettings['chosen']> {
  const stored = (await row(ctx)).chosen_by as Stored
  const names = await readNames(
    ctx,
    Object.values(stored).flatMap(({ by }) => by ?? []),
  )
  return Object.fromEntries(
    Object.entries(stored).map(([group, { at, by }]) => [
      group,
      { at, by: by && { id: by, name: names.get(by) ?? null } },
    ]),
  )
}

/** The settings as stored now, for a change; processes otherwise use `ctx.settings`. */
export async function readStoredSettings(
  ctx: DataContext,
): Promise<{ version: number; settings: Settings; chosen: Partial<Settings> }> {
  const { version, chosen } = await row(ctx)
  const own = chosen as Partial<Settings>
  return { version, settings: overDefaults(defaultsOf(ctx.mode), own), chosen: own }
}

/** All settings with their defaults and editors. @param notes hints for an owner. */
export async function readAdminSettings(ctx: Context, notes: string[]): Promise<AdminSettings> {
  const [{ version, settings }, chosen] = await Promise.all([readStoredSettings(ctx), readChosenBy(ctx)])
  return { version, settings: toShown(settings), defaults: toShown(defaultsOf(ctx.mode)), chosen, notes }
}
