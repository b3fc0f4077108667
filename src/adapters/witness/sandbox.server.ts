import { createKeyText, readKeyText, type SigningKey } from '@redoubt/witness/signing-key.ts'
import { type CosignedCheckpoint, createWitness, type WitnessStore } from '@redoubt/witness/witness.ts'
import type { PoolClient } from 'pg'
import type { Witness } from '#kernel/ports/witness.ts'
import type { Pool } from '#platform/db/database.server.ts'
import { createWitnessClient } from './witness-client.server.ts'

/** A schema of its own without a migration, because production has no sandbox. */
const SCHEMA = `
  create schema if not exists witness_sandbox;
  create table if not exists witness_sandbox.witness (name text primary key, key text not null);
  create table if not exists witness_sandbox.log (
    witness text not null references witness_sandbox.witness, origin text not null, vkey text not null, checkpoint jsonb,
    primary key (witness, origin));
  create table if not exists witness_sandbox.evidence (
    witness text not null references witness_sandbox.witness, record jsonb not null, at timestamptz not null default now());`

const NAMES = ['one', 'two', 'three'].map(place => `sandbox.test/witness-${place}`)

export type SandboxWitnesses = {
  witnesses: readonly Witness[]
  start: () => Promise<void>
}

/**
 * Three witnesses with the rules of real ones, for demo and tests. Keys and states are stored in PostgreSQL together, so an empty database
 * has new witnesses, and no key signs two histories. A witness trusts the first key of an origin.
 * @param now the shop's clock, so that a test moves the times of cosignatures too.
 */
export function createSandboxWitnesses(pool: Pool, now: () => Date): SandboxWitnesses {
  const keys = new Map<string, SigningKey>()
  const keyOf = (name: string): SigningKey => {
    const key = keys.get(name)
    if (!key) throw new Error('The sandbox witnesses have not started.')
    return key
  }
  const witnesses = NAMES.map(name => {
    const facts = {
      name,
      owner: 'Sandbox',
      isOurs: true,
      get vkey() {
        return keyOf(name).vkey
      },
    }
    const store = storeOf(pool, name)
    return createWitnessClient(facts, {
      async send(request, { logVkey }) {
        const logKeysOf = (origin: string) => trustFirst(pool, name, origin, logVkey)
        const witness = createWitness({ key: keyOf(name), logKeysOf, store, now })
        const { body, ...answer } = await witness.addCheckpoint(request)
        return { ...answer, text: body }
      },
      latest: async origin => (await store.read(origin))?.note,
    })
  })
  return {
    witnesses,
    async start() {
      for (const [name, text] of await readKeys(pool)) keys.set(name, readKeyText(text))
    },
  }
}

/** Creates tables and keys where there are none. Processes that start concurrently read the keys of the first one. */
async function readKeys(pool: Pool): Promise<Map<string, string>> {
  const stored = async () => {
    const { rows } = await pool.query<{ name: string; key: string }>('select name, key from witness_sandbox.witness')
    return new Map(rows.map(({ name, key }) => [name, key]))
  }
  const known = await stored().catch(error => {
    if (error.code === '42P01') return new Map<string, string>()
    throw error
  })
  if (NAMES.every(name => known.has(name))) return known
  await createSandboxTables(pool)
  const insert =
    'insert into witness_sandbox.witness select unnest($1::text[]), unnest($2::text[]) on conflict do nothing'
  await pool.query(insert, [NAMES, NAMES.map(createKeyText)])
  return stored()
}

/** Creates what is missing, one process at a time: `if not exists` alone fails when two processes create. */
export const createSandboxTables = (pool: Pool): Promise<unknown> =>
  inTransaction(pool, async client => {
    await client.query(`select pg_advisory_xact_lock(hashtext('witness_sandbox'))`)
    await client.query(SCHEMA)
  })

/** @returns the first key that the witness saw for the origin. */
async function trustFirst(pool: Pool, witness: string, origin: string, logVkey: string): Promise<string[]> {
  await pool.query(
    'insert into witness_sandbox.log (witness, origin, vkey) values ($1, $2, $3) on conflict do nothing',
    [witness, origin, logVkey],
  )
  const { rows } = await pool.query<{ vkey: string }>(
    'select vkey from witness_sandbox.log where witness = $1 and origin = $2',
    [witness, origin],
  )
  return rows.map(({ vkey }) => vkey)
}

function storeOf(pool: Pool, witness: string): WitnessStore {
  const last = async (db: Pick<PoolClient, 'query'>, origin: string, lock: '' | 'for update') => {
    const text = `select checkpoint from witness_sandbox.log where witness = $1 and origin = $2 ${lock}`
    const { rows } = await db.query<{ checkpoint: CosignedCheckpoint | null }>(text, [witness, origin])
    return rows[0]?.checkpoint ?? undefined
  }
  return {
    read: origin => last(pool, origin, ''),
    update: (origin, decide) =>
      inTransaction(pool, async client => {
        const { next, evidence, answer } = await decide(await last(client, origin, 'for update'))
        if (evidence)
          await client.query('insert into witness_sandbox.evidence (witness, record) values ($1, $2)', [
            witness,
            JSON.stringify(evidence),
          ])
        if (next)
          await client.query('update witness_sandbox.log set checkpoint = $3 where witness = $1 and origin = $2', [
            witness,
            origin,
            JSON.stringify(next),
          ])
        return answer
      }),
  }
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
