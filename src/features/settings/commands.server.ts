import { z } from 'zod'
import { takeBrandPictures } from '#adapters/images/brand-pictures.server.ts'
import { defineProposalKind, propose } from '#features/proposals/commands/propose.server.ts'
import type { Fact, Proposed } from '#features/proposals/contract.ts'
import { invalidInput } from '#kernel/api/inputs/check-input.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { type Chosen, overDefaults, SETTINGS_TOPIC } from '#kernel/live-settings.server.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { defaultsOf, type Settings } from '#kernel/settings.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { fieldName, valueSaid } from '#kernel/values/words/field-name.ts'
import { type FieldErrors, refusals, refuse } from '#platform/errors.ts'
import { defineJob } from '#platform/jobs/jobs.server.ts'
import { MESSAGE_LIMIT } from '#platform/jobs/signals.server.ts'
import {
  fieldsOf,
  SETTINGS_ERRORS,
  type SettingsChange,
  SettingsChangeBody,
  type SettingsGroup,
  ShopSettings,
  toShown,
  toStored,
  withChange,
} from './contract.ts'
import { scheduleZone } from './place/zone-schedule.server.ts'
import type { SettingsPorts } from './ports.ts'
import { readChosenBy } from './queries.server.ts'

const refuseSettings = refusals(SETTINGS_ERRORS)

/** Queue for the effects of a change of settings; src/app defines its job. */
export const SETTINGS_CHANGED = defineJob('settings-changed', { version: z.number() })

type ChosenBy = Record<string, { at: string; by: string | null }>

type Change = { version?: number | undefined; reason?: string | undefined; settings: SettingsChange }

/**
 * Changes settings for all processes at once, and writes the audit log. A field sent with its current value is confirmed. A change that
 * decides who may enter a giveaway that takes two persons is a proposal.
 * @throws invalid_input with a sentence per invalid field or combination; version_conflict; nothing_to_change; reason_needed and
 * already_proposed for a proposal.
 */
export const changeSettings = (ctx: Context, change: Change, ports?: SettingsPorts): Promise<Proposed | null> =>
  transact(ctx, tx => changeLocked(tx, change, ports))

/** A change of settings that decides who may enter a giveaway in public, or until when. */
export const changeSettingsByTwo = (ports: SettingsPorts) =>
  defineProposalKind({
    name: 'change_settings',
    title: 'Change the settings',
    input: SettingsChangeBody.required({ version: true }).omit({ reason: true }),
    rights: ['settings.change'],
    voidAfter: ['version_conflict', 'nothing_to_change'],
    execute: (tx, { input, reason }) => changeLocked(tx, { ...input, reason }, ports),
  })

async function changeLocked(tx: TransactionContext, change: Change, ports?: SettingsPorts): Promise<Proposed | null> {
  const row = await lockedRow(tx)
  if (change.version !== undefined && change.version !== row.version) throw await versionConflict(tx, row.version)
  const { before, after, groups } = await changedSettings(tx, row.chosen as Partial<Settings>, change.settings)
  refuseLockingOut(tx, before, after)
  refuseShortGap(tx, after)
  await takePictures(tx, before, after)
  if (ports && (await ports.takesTwo(tx, before, after))) {
    const facts = factsOf(before, after)
    const input = { version: row.version, settings: change.settings }
    return propose(tx, changeSettingsByTwo(ports), {
      subject: SUBJECT,
      people: [],
      input,
      facts,
      reason: change.reason,
    })
  }

  const stamp = { at: tx.now().toISOString(), by: tx.actor?.userId ?? null }
  const chosenBy = { ...(row.chosen_by as ChosenBy), ...Object.fromEntries(groups.map(group => [group, stamp])) }
  const isUnused = !before.isOpen && ports !== undefined && (await ports.isUnused(tx))
  await storeChosen(tx, row, { values: only(after, groups), by: chosenBy, isUnused })
  await writeDown(tx, { before, after, groups, reason: change.reason })
  await ports?.writeAlong(tx, before, after)
  return null
}

type Row = { version: number; chosen: unknown; chosen_by: unknown }

type Choice = { values: Partial<Settings>; by?: unknown; isUnused?: boolean }

/** Writes the next version of the locked row, and tells all processes. @param isUnused as in `planZone`. */
async function storeChosen(tx: TransactionContext, row: Row, { values, by = row.chosen_by, isUnused = false }: Choice) {
  const next = { ...(row.chosen as Partial<Settings>), ...values }
  const zone = overDefaults(defaultsOf(tx.mode), next).place.timeZone
  const zones = await scheduleZone(tx, { zone, isUnused })
  const chosen: Chosen = { version: row.version + 1, chosen: next, zones }
  await tx.db
    .updateTable('shop_settings')
    .set({ version: chosen.version, chosen: JSON.stringify(chosen.chosen), chosen_by: JSON.stringify(by) })
    .execute()
  await enqueue(tx, SETTINGS_CHANGED, { version: chosen.version })
  tx.onCommit(ctx => {
    ctx.signals.publish(SETTINGS_TOPIC, signalOf(chosen))
    tellStaff(ctx, 'settings')
  })
}

/** Long settings are read from the database: a signal of theirs would reach no other process. */
const signalOf = (chosen: Chosen): Chosen =>
  Buffer.byteLength(JSON.stringify([SETTINGS_TOPIC, chosen])) > MESSAGE_LIMIT
    ? { version: chosen.version, chosen: {} }
    : chosen

/** Opens the shop for visitors. @returns false for a shop that is open. */
export async function storeOpening(tx: TransactionContext): Promise<boolean> {
  const row = await lockedRow(tx)
  if ((row.chosen as Partial<Settings>).isOpen) return false
  await storeChosen(tx, row, { values: { isOpen: true } })
  await tx.db.updateTable('shop_settings').set({ opened_at: tx.now() }).execute()
  await writeAuditLog(tx, { action: 'opened', subject: SUBJECT, before: { isOpen: false }, after: { isOpen: true } })
  return true
}

const lockedRow = (tx: TransactionContext) =>
  tx.db.selectFrom('shop_settings').select(['version', 'chosen', 'chosen_by']).forUpdate().executeTakeFirstOrThrow()

const SUBJECT = { type: 'settings', id: 'shop', label: 'Settings' } as const

/** Every field that the second person would change: `Minimum age: 21 → 25`. */
function factsOf(before: Settings, after: Settings): Fact[] {
  const [old, next] = [before, after].map(settings => fieldsOf(toShown(settings))) as [object, object]
  const changed = Object.entries(next).map(([name, is]) => ({ name, was: old[name as keyof typeof old], is }))
  return changed
    .filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is))
    .map(({ name, was, is }) => ({ label: fieldName(name), value: `${valueSaid(was)} → ${valueSaid(is)}` }))
}

/** Applies a change to the settings. @throws invalid_input, nothing_to_change, accent_contrast. */
export async function changedSettings(ctx: DataContext, chosen: Partial<Settings>, change: SettingsChange) {
  const groups = (Object.keys(change) as SettingsGroup[]).filter(group => change[group] !== undefined)
  if (groups.length === 0) throw refuseSettings('nothing_to_change')
  const before = overDefaults(defaultsOf(ctx.mode), chosen)
  const checked = ShopSettings.safeParse(withChange(toShown(before), change))
  if (!checked.success) throw invalidIn(checked.error)
  const after: Settings = { ...toStored(checked.data), isOpen: before.isOpen }
  await refuseUnreadable(before, after)
  return { before, after, groups }
}

/** Uses the field names of an invalid request body. */
function invalidIn(error: Parameters<typeof invalidInput>[0]) {
  const { errors = {} } = invalidInput(error)
  return wrong(Object.fromEntries(Object.entries(errors).map(([path, words]) => [`settings.${path}`, words])))
}

const wrong = (errors: FieldErrors) => refuse('invalid_input', {}, errors)

/**
 * Two rules for the second factor of staff. Outside a demo it cannot be switched off, because one guessed password would open the
 * admin area. An owner who switches it on must have one, because the owner would be locked out otherwise.
 */
function refuseLockingOut(ctx: DataContext, { auth: before }: Settings, { auth: after }: Settings) {
  const name = 'settings.auth.staffSecondFactor'
  if (ctx.mode === 'production' && !after.staffSecondFactor)
    throw wrong({ [name]: ['Outside a demo staff always sign in with a second factor.'] })
  if (!before.staffSecondFactor && after.staffSecondFactor && ctx.actor && !ctx.actor.hasSecondFactor)
    throw wrong({ [name]: ['Please set up a second factor of your own first, or you lock yourself out of the shop.'] })
}

/** The least gap outside a demo. A round that is nearer leaves witnesses no time to sign the freeze, and staff could aim at it. */
const SHORTEST_GAP_SECONDS = 3600
const SHORTEST_MARGIN_SECONDS = 300

/** Outside a demo, an owner can lengthen the gap before a draw, and cannot shorten it below an hour. */
function refuseShortGap(ctx: DataContext, { draw }: Settings) {
  if (ctx.mode !== 'production') return
  if (draw.gapSeconds < SHORTEST_GAP_SECONDS)
    throw wrong({ 'settings.draw.gapSeconds': ['Outside a demo the gap is at least 3,600 seconds.'] })
  if (draw.marginSeconds < SHORTEST_MARGIN_SECONDS)
    throw wrong({ 'settings.draw.marginSeconds': ['Outside a demo the margin is at least 300 seconds.'] })
}

/** A stored accent counts as passed, so that other settings can be saved beside it. */
async function refuseUnreadable({ brand: before }: Settings, { brand: after }: Settings) {
  if (before.accent === after.accent) return
  // Colour spaces are loaded with the first change of an accent.
  const { suggestionFor } = await import('#kernel/brand/accent.ts')
  const suggestion = suggestionFor(after.accent)
  if (suggestion === null) return
  const words = `This accent cannot be read in both themes. The nearest colour that can is ${suggestion}.`
  throw refuseSettings('accent_contrast', { suggestion }, { 'settings.brand.accent': [words] })
}

/** @throws invalid_input for a picture that was not uploaded, or that was removed because no setting took it within a day. */
async function takePictures(tx: TransactionContext, { brand: before }: Settings, { brand: after }: Settings) {
  const changed = (['logoLight', 'logoDark', 'mark'] as const).filter(
    name => after[name] && after[name] !== before[name],
  )
  const missing = await takeBrandPictures(
    tx,
    changed.map(name => after[name]!),
  )
  const errors = changed.filter(name => missing.includes(after[name]!))
  if (errors.length > 0)
    throw wrong(
      Object.fromEntries(errors.map(name => [`settings.brand.${name}`, ['Please upload this picture again.']])),
    )
}

async function versionConflict(ctx: DataContext, version: number) {
  const chosen = Object.values(await readChosenBy(ctx)).toSorted((a, b) => b.at.localeCompare(a.at))
  const last = chosen[0]
  return refuse('version_conflict', { version, ...(last && { by: last.by?.name ?? undefined, at: last.at }) })
}

const only = (settings: Settings, groups: readonly SettingsGroup[]): Partial<Settings> =>
  Object.fromEntries(groups.map(group => [group, settings[group]]))

type Written = { before: Settings; after: Settings; groups: SettingsGroup[]; reason: string | undefined }

async function writeDown(ctx: DataContext, { before, after, groups, reason }: Written): Promise<void> {
  const shown = (settings: Settings) => {
    const all = toShown(settings)
    return fieldsOf(Object.fromEntries(groups.map(group => [group, all[group]])))
  }
  const subject = SUBJECT
  const [old, next] = [shown(before), shown(after)]
  if (JSON.stringify(old) === JSON.stringify(next))
    await writeAuditLog(ctx, { action: 'confirmed', subject, after: next, reason })
  else await writeAuditLog(ctx, { action: 'changed', subject, before: old, after: next, reason })
}
