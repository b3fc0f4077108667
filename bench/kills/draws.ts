import { verifyBundle } from '@redoubt/draw/verify.ts'
import type { Chance } from '../../db/demo/seeded-chance.ts'
import { Broken } from './client.ts'
import { prepareLateClaim } from './entering.ts'
import { after, type Prepare, refused, type World } from './world.ts'

const LATE_CLAIMS = 2
const LATE_WITHIN_MS = 400

/** Staff freeze the oldest giveaway while people still claim in it. The draw follows some rounds of the campaign later. */
export const freeze: Prepare = async (world, chance) => {
  const { client, promises, staff, giveaways } = world
  if (giveaways.length < 2 || giveaways[0]!.entries === 0) return undefined
  const giveaway = giveaways.shift()!
  const { id, title } = giveaway
  const late = await Promise.all(
    Array.from({ length: LATE_CLAIMS }, async () => ({
      act: await prepareLateClaim(world, giveaway),
      ms: chance.below(LATE_WITHIN_MS),
    })),
  )
  const body = { title, reason: 'The campaign draws early.' }
  const freezeNow = async () => {
    const answer = await client.call(`/api/giveaways/${id}/winner`, staff, body)
    if (answer.status !== 202 && answer.tries === 1) throw refused(`The freeze of ${title}`, answer)
    if (answer.status === 202) promises.freeze.push({ giveawayId: id, round: answer.json.round })
    world.frozen.push({ id, title })
  }
  return async () => {
    const acts = [after(LATE_WITHIN_MS / 2, freezeNow), ...late.map(({ act, ms }) => after(ms, act))]
    const failed = (await Promise.allSettled(acts)).find(result => result.status === 'rejected')
    if (failed) throw failed.reason
  }
}

/** Freezes all giveaways but the last, which gets no more claims. @returns how many. */
export async function freezeRest(world: World, chance: Chance): Promise<number> {
  await world.client.refresh(world.staff)
  world.giveaways.push(world.giveaways.at(-1)!)
  let frozen = 0
  for (let act = await freeze(world, chance); act; act = await freeze(world, chance)) {
    await act()
    frozen++
  }
  return frozen
}

/**
 * Verifies the evidence of each giveaway that was drawn since, like an entrant.
 * @returns a sentence for each result that is not published yet.
 */
export async function collectDraws(world: World): Promise<string[]> {
  const { rig, promises } = world
  const ids = world.frozen.map(({ id }) => id)
  const { rows } = await rig.observer.services.pool.query<Drawn>(
    `select giveaway_id as id, winner_slot as slot, round from draw where giveaway_id = any($1::uuid[])`,
    [ids],
  )
  const unpublished: string[] = []
  for (const drawn of rows) {
    if (!(await verifyDraw(world, drawn))) {
      unpublished.push(`the result of giveaway ${drawn.id} is not published`)
      continue
    }
    promises.draw.push({ giveawayId: drawn.id, slot: drawn.slot, round: drawn.round })
    world.frozen = world.frozen.filter(({ id }) => id !== drawn.id)
  }
  return unpublished
}

type Drawn = { id: string; slot: number; round: number }

/** @returns false while the result is not published. @throws Broken when the verifier or the shop says another winner. */
async function verifyDraw({ client, staff }: World, { id, slot, round }: Drawn): Promise<boolean> {
  const { status, json: bundle } = await client.call(`/api/giveaways/${id}/draw.json`, staff)
  if (status === 409 || !bundle.drawn) return false
  const { steps, winner } = verifyBundle(bundle)
  const fault = steps.find(({ ok }) => !ok)
  if (fault) throw new Broken(`The draw of ${id}: step ${fault.step}, ${fault.sentence}`)
  if (winner !== slot || bundle.beacon.round !== round)
    throw new Broken(
      `${id} has winner ${slot} of round ${round}; its evidence says ${winner} of ${bundle.beacon.round}`,
    )
  const asked = await client.call(`/api/giveaways/${id}/winner`, staff, {})
  if (asked.json.winner?.slot !== slot) throw new Broken(`${id} was drawn twice: ${JSON.stringify(asked)}`)
  return true
}

/** Verifies all draws again, at the end. @returns how many. */
export async function verifyAllDraws(world: World): Promise<number> {
  const draws = world.promises.draw.map(({ giveawayId: id, slot, round }) => ({ id, slot, round }))
  for (const drawn of draws) if (!(await verifyDraw(world, drawn))) throw new Broken(`${drawn.id} lost its result.`)
  return draws.length
}
