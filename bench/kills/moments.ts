import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Chance } from '../../db/demo/seeded-chance.ts'
import type { Rig, Target } from './rig.ts'

/** What a kill aims at. `any` is a random moment. */
export const AIMS = ['any', 'sequencer', 'freeze', 'draw'] as const
export type Aim = (typeof AIMS)[number]

/** What the shop was doing when it was killed. Several may hold at once. */
export const PHASES = ['sequencing', 'freezing', 'drawing', 'waiting', 'unsigned', 'unwitnessed', 'due'] as const
export type Phase = (typeof PHASES)[number]
export type Phases = Record<Phase, boolean>

const ANY_WITHIN_MS = 600
const HUNT_MS = 2500
/** After a phase was seen: somewhere in it, or soon after it. */
const PAST_MS = 15
/** From the moment of a round: its check takes most of the time of a draw. */
const ROUND_WITHIN_MS = 1500

/** Which process does the work, besides the database. */
const DOERS: Record<Aim, readonly Target[]> = {
  any: ['web', 'worker', 'database'],
  sequencer: ['worker', 'database'],
  freeze: ['web', 'database'],
  draw: ['worker', 'worker', 'database'],
}

export type Moment = { aim: Aim; target: Target; delayMs: number; isHunted: boolean }

export function chooseMoment(chance: Chance): Moment {
  const aim = chance.oneOf(AIMS)
  const isHunted = aim !== 'any' && (aim !== 'draw' || chance.below(2) === 0)
  const within = isHunted ? PAST_MS : aim === 'draw' ? ROUND_WITHIN_MS : ANY_WITHIN_MS
  return { aim, target: chance.oneOf(DOERS[aim]), delayMs: chance.below(within), isHunted }
}

/** Open transactions that hold the locks of sequencer, freeze and draw, by the name of their process. */
const HOLDERS = `
  with held as (
    select pid, (classid::bigint << 32) | objid::bigint as key from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted and mode = 'ExclusiveLock'
  ), open as (
    select a.application_name as process, g.id, bool_or(h.key = giveaway_lock(g.id)) as is_alone,
      bool_or(h.key = entry_tree_lock(g.id)) as has_tree
    from held h join pg_stat_activity a using (pid) join giveaway g on h.key in (giveaway_lock(g.id), entry_tree_lock(g.id))
    group by a.application_name, g.id
  )
  select coalesce(bool_or(has_tree and not is_alone), false) as sequencing,
    coalesce(bool_or(is_alone and not is_list_final(id)), false) as freezing,
    coalesce(bool_or(is_alone and is_list_final(id)), false) as drawing
  from open where $1 = 'database' or process = $1`

const STATES = `
  select exists (select from claim_event) or exists (select from draw_event) as waiting,
    (select size from shop_log_tree) > coalesce((select max(size) from log_checkpoint), 0) as unsigned,
    exists (select from draw_freeze f where not exists (select from freeze_quorum q where q.giveaway_id = f.giveaway_id)) as unwitnessed,
    exists (
      select from draw_freeze f where not exists (select from draw d where d.giveaway_id = f.giveaway_id)
      group by giveaway_id having max(draws_at) <= now()) as due`

/** @returns the phases at this moment, as far as the killed process or the database takes part in them. */
export async function readPhases(client: PoolClient, target: Target): Promise<Phases> {
  const { rows: open } = await client.query<Pick<Phases, 'sequencing' | 'freezing' | 'drawing'>>(HOLDERS, [target])
  const { rows: states } = await client.query<Omit<Phases, 'sequencing' | 'freezing' | 'drawing'>>(STATES)
  return { ...open[0]!, ...states[0]! }
}

const SEEN_BY = { sequencer: 'sequencing', freeze: 'freezing', draw: 'drawing' } as const

/** Resolves at the moment of the kill: a delay after the start, after a round, or after the phase was seen. */
export async function untilMoment({ aim, delayMs, isHunted }: Moment, client: PoolClient, rig: Rig): Promise<void> {
  if (aim === 'draw') await untilNextRound(rig)
  if (isHunted && aim !== 'any') {
    const until = Date.now() + HUNT_MS
    while (Date.now() < until) {
      const { rows } = await client.query<Record<string, boolean>>(HOLDERS, ['database'])
      if (rows[0]![SEEN_BY[aim]]) break
    }
  }
  await sleep(delayMs)
}

/** Waits for the round of the next draw, if one is frozen. */
async function untilNextRound({ observer }: Rig): Promise<void> {
  const { rows } = await observer.services.pool.query<{ ms: number }>(
    `select extract(epoch from min(draws_at) - now()) * 1000 as ms from draw_freeze f where draws_at between now() and now() + interval '12 s'`,
  )
  if (rows[0]?.ms) await sleep(Math.max(0, Number(rows[0].ms)))
}
