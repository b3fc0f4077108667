import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#platform/testing/database.ts'

/**
 * Each refusal of a claim, and each two of them at once, through both doors of the database: `claim_slots`, which writes a lone claim, and
 * `claim_slots_together`. Both run through `claim_refusal_by_giveaway` and `claim_refusal_by_person` (docs/decisions/0078-claim-at-its-floor.md).
 */
const { pool, close } = await openTestDatabase()
const session = await pool.connect()
afterAll(async () => {
  session.release()
  await close()
})

const NOW = '2026-07-01T12:00:00Z'
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [GIVEAWAY, PERSON, OTHER, ENTRY, TRANSFER] = [1, 2, 3, 4, 5].map(id) as [string, string, string, string, string]

type Scene = {
  giveaway: Record<string, unknown>
  birthDate: string | null
  address: { country: string; state: string } | null
  isMember: boolean
  isTaken: boolean
  entries: number
  credits: number
}

const open = (): Scene => ({
  giveaway: { starts_at: '2026-06-10', early_access_at: '2026-06-08', eligible_states: ['UT', 'NV'] },
  birthDate: '1990-05-17',
  address: { country: 'US', state: 'UT' },
  isMember: true,
  isTaken: false,
  entries: 3,
  credits: 5,
})

/** What makes each refusal, in the order in which claims are refused. */
const FAULTS: Record<string, (scene: Scene) => void> = {
  giveaway_not_found: ({ giveaway }) => Object.assign(giveaway, { published_at: null }),
  giveaway_ended: ({ giveaway }) => Object.assign(giveaway, { closed_at: NOW, closed_reason: 'ended' }),
  not_eligible: scene => {
    scene.giveaway.subscription_visibility_only = true
    scene.isMember = false
  },
  not_yet: scene => {
    Object.assign(scene.giveaway, { starts_at: '2026-07-03', subscription_visibility_only: false })
    scene.isMember = false
  },
  not_yet_for_subscribers: scene => {
    Object.assign(scene.giveaway, { starts_at: '2026-07-03', early_access_at: '2026-07-02' })
    scene.isMember = true
  },
  slot_taken: scene => {
    scene.isTaken = true
  },
  under_age: scene => {
    scene.birthDate = '2010-01-01'
  },
  under_giveaway_age: scene => {
    scene.giveaway.minimum_age = 25
    scene.birthDate = '2004-01-01'
  },
  address_needed: scene => {
    scene.address = null
  },
  address_abroad: scene => {
    scene.address = { country: 'CA', state: 'ON' }
  },
  state_unknown: scene => {
    scene.address = { country: 'US', state: 'Atlantis' }
  },
  state_excluded: scene => {
    scene.address = { country: 'US', state: 'Ohio' }
  },
  entry_limit: scene => {
    scene.entries = 4
  },
  credit_needed: scene => {
    scene.credits = 1
  },
}
const CODES = Object.keys(FAULTS)

beforeAll(async () => {
  await session.query(`
    insert into shop_settings (chosen) values ('{"shipping": {"countries": ["US", "CA"]}}')
      on conflict (id) do update set chosen = excluded.chosen;
    insert into users (id, email, email_verified, name) values
      ('${PERSON}', 'one@example.com', true, 'One'), ('${OTHER}', 'other@example.com', true, 'Other');
    insert into credit_account (user_id, tier, issued, available) values ('${PERSON}', 'Gold', 3, 3)`)
})

async function build(scene: Scene) {
  const columns = {
    ...{
      id: GIVEAWAY,
      slug: 'one',
      title: 'One',
      description: 'One',
      tier: 'Bronze',
      category: 'Bronze',
      value_cents: 100,
    },
    ...{ total_slots: 100, entry_limit: null, commitment: 'a'.repeat(64), ...scene.giveaway },
  }
  const marks = Object.keys(columns).map((_, n) => `$${n + 1}`)
  const add = `insert into giveaway (${Object.keys(columns)}) values (${marks})`
  await session.query(add, Object.values(columns))
  await session.query('update users set birth_date = $1 where id = $2', [scene.birthDate, PERSON])
  if (scene.address) {
    const { country, state } = scene.address
    const address = `insert into shipping_address (user_id, line1, city, postal_code, country, state) values ($1, '1 Fort Street', 'Provo', '84601', $2, $3)`
    await session.query(address, [PERSON, country, state])
  }
  if (scene.isMember)
    await session.query(`insert into membership (id, user_id, plan, status, started_at, current_period_ends_at)
      values ('${id(9)}', '${PERSON}', 'monthly', 'active', '2026-06-01', '2026-08-01')`)
  if (scene.isTaken)
    await session.query(`insert into giveaway_entry (id, giveaway_id, user_id, slot_number, created_at, created_by)
      values ('${id(8)}', '${GIVEAWAY}', '${OTHER}', 7, '${NOW}', '${OTHER}')`)
  await session.query(`insert into giveaway_participant values ('${GIVEAWAY}', '${PERSON}', ${scene.entries})`)
  await session.query(`insert into credit_account (user_id, tier, issued, available)
    values ('${PERSON}', 'Bronze', ${scene.credits}, ${scene.credits})`)
}

type Answer = { refusal: string | null; taken: string | null; gold: number | null; bronze: number | null }

const DOORS = {
  alone: `select refusal, slots::text as taken, bronze, gold from claim_slots('${GIVEAWAY}', '${PERSON}', '{7,8}', null,
    '{${ENTRY},${id(6)}}', '{${TRANSFER},${id(7)}}', '${NOW}', false, false, '2005-07-01', '{"Bronze":5}', '{a,b}', 'One')`,
  together: `select refusals[1] as refusal, taken[1] as taken, coalesce(remaining[1], bronze[1]) as bronze, gold[1] as gold
    from claim_slots_together('{${GIVEAWAY}}', '{${PERSON}}', '{false}', '{${NOW}}', '{2005-07-01}', '{One}', '{"{7,8}"}',
    '{"{${ENTRY},${id(6)}}"}', '{"{${TRANSFER},${id(7)}}"}', '{"{a,b}"}', '{"Bronze":5}')`,
}

async function answersTo(scene: Scene): Promise<Record<keyof typeof DOORS, Answer>> {
  await session.query('begin')
  try {
    await build(scene)
    const answers = {} as Record<keyof typeof DOORS, Answer>
    for (const door of ['alone', 'together'] as const) {
      await session.query('savepoint before')
      answers[door] = (await session.query<Answer>(DOORS[door])).rows[0]!
      await session.query('rollback to before')
    }
    return answers
  } finally {
    await session.query('rollback')
  }
}

const sceneWith = (...codes: string[]): Scene => {
  const scene = open()
  // The fault that comes first in the order decides about what two of them share.
  for (const code of codes.toReversed()) FAULTS[code]!(scene)
  return scene
}

describe('a claim alone and one of many', () => {
  it('are taken in the same scene, with the same balances', async () => {
    const scene = open()
    const { alone, together } = await answersTo(scene)
    expect(alone).toEqual({ refusal: null, taken: '{7,8}', bronze: 3, gold: 3 })
    expect(together).toMatchObject({ refusal: null, bronze: 3, gold: 3 })
  })

  it.each(CODES)('are refused alike by %s, before all that comes later', async code => {
    const later = CODES.slice(CODES.indexOf(code) + 1)
    for (const codes of [[code], ...later.map(other => [code, other])]) {
      const { alone, together } = await answersTo(sceneWith(...codes))
      expect({ codes, alone: alone.refusal, together: together.refusal }).toEqual({
        codes,
        alone: code,
        together: code,
      })
      if (code === 'slot_taken') expect([alone.taken, together.taken]).toEqual(['{7}', '{7}'])
    }
  })

  it('numbers after the last slot are named among the taken ones', async () => {
    const scene = sceneWith('slot_taken')
    scene.giveaway.total_slots = 7
    const { alone, together } = await answersTo(scene)
    expect([alone, together]).toMatchObject([
      { refusal: 'slot_taken', taken: '{7,8}' },
      { refusal: 'slot_taken', taken: '{7,8}' },
    ])
  })
})
