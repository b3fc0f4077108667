import type { Context } from '#kernel/context.ts'
import { MAX_PICTURE_BYTES } from '#kernel/picture-limits.ts'
import type { Day } from '#kernel/values/shop-day.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { OBLIGATION_ERRORS } from '../../giveaway/errors/obligation-errors.ts'
import { readFinishedDuties } from '../queries/finished-duties.server.ts'
import { readObligations } from '../queries/obligations.server.ts'
import { markDutyDone } from './finish-duty.server.ts'

const refuse = refusals(OBLIGATION_ERRORS)

/** Types by the first bytes, because a name can lie. */
const TYPES = [
  { type: 'application/pdf', ending: 'pdf', starts: '%PDF-', at: 0 },
  { type: 'image/jpeg', ending: 'jpg', starts: '\u00ff\u00d8\u00ff', at: 0 },
  { type: 'image/png', ending: 'png', starts: '\u0089PNG\r\n\u001a\n', at: 0 },
  { type: 'image/webp', ending: 'webp', starts: 'WEBP', at: 8 },
] as const

type Evidence = {
  giveawayId: string
  duty: string
  reference?: string | undefined
  doneOn?: Day | undefined
  files: readonly File[]
}

/**
 * Stores one PDF or picture outside of the public folders and marks the duty done with it. The file is kept byte for byte, because it is
 * evidence; a refusal removes it.
 * @throws obligation_not_found, evidence_missing, evidence_too_large, evidence_unreadable, and as `markDutyDone` does.
 */
export async function keepEvidence(ctx: Context, { files, ...which }: Evidence): Promise<void> {
  const { obligations } = await readObligations(ctx, which.giveawayId)
  if (!obligations.some(({ duty }) => duty === which.duty)) throw refuse('obligation_not_found')
  const [file] = files
  if (!file || files.length > 1) throw refuse('evidence_missing')
  if (file.size > MAX_PICTURE_BYTES) throw refuse('evidence_too_large')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const head = String.fromCharCode(...bytes.slice(0, 16))
  const found = TYPES.find(({ starts, at }) => head.startsWith(starts, at))
  if (!found) throw refuse('evidence_unreadable')
  const key = `obligations/${newId()}.${found.ending}`
  await ctx.storage.put(key, bytes, found.type)
  const name = plainName(file.name) || `evidence.${found.ending}`
  await markDutyDone(ctx, { ...which, file: { key, name, type: found.type } }).catch(async error => {
    await ctx.storage.remove(key)
    throw error
  })
}

/** A name that is safe in a header and in a folder of the reader. */
const plainName = (name: string) => name.replace(/[^\w. -]+/g, '_').slice(-120)

/** The file of a finished duty. @throws evidence_not_found */
export async function readEvidence(ctx: Context, { giveawayId, duty }: { giveawayId: string; duty: string }) {
  const finished = (await readFinishedDuties(ctx, giveawayId)).get(duty)
  const stored = finished?.fileKey ? await ctx.storage.get(finished.fileKey) : undefined
  if (!stored) throw refuse('evidence_not_found')
  return { body: stored.body, name: finished!.fileName!, type: finished!.fileType! }
}
