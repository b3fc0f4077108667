import { createHash, randomBytes } from 'node:crypto'
import { importJWK, type JWK, SignJWT } from 'jose'
import type { Pool } from '#platform/db/database.server.ts'
import { createSeals } from '#platform/secrets/seal.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { BENCH_SECRET } from './secret.ts'

export type User = { userId: string; token: string }

/** Creates `size` users, each with a full address, Bronze credits from the ledger, and an ID token; `isAdmin` makes them owners. */
export async function makeCrowd(pool: Pool, size: number, credits: number, isAdmin = false): Promise<User[]> {
  const ids = Array.from({ length: size }, newId)
  await pool.query(
    `insert into users (id, email, email_verified, name, birth_date, phone, role)
     select id, 'crowd-' || id || '@example.com', true, 'Crowd', '1990-01-01', '+18015550100', $2 from unnest($1::uuid[]) id`,
    [ids, isAdmin ? 'owner' : 'user'],
  )
  await pool.query(
    `insert into shipping_address (user_id, line1, city, state, postal_code)
     select id, '1 Fort Street', 'Provo', 'UT', '84601' from unnest($1::uuid[]) id`,
    [ids],
  )
  await pool.query(
    `insert into credit_account (user_id, tier, issued, available) select id, 'Bronze', $2, $2 from unnest($1::uuid[]) id`,
    [ids, credits],
  )
  await pool.query(
    `insert into credit_transfer (id, user_id, tier, debit, credit, amount, kind, source_type, source_id, description)
     select gen_random_uuid(), id, 'Bronze', 'issued', 'available', $2, 'granted', 'bench', id::text, 'For the bench' from unnest($1::uuid[]) id`,
    [ids, credits],
  )
  const { rows } = await pool.query<{ kid: string; sealed_jwk: string }>(
    'select kid, sealed_jwk from sealed_signing_key order by created_at desc, kid desc limit 1',
  )
  const { kid, sealed_jwk } = rows[0]!
  const jwk: JWK = JSON.parse(createSeals([BENCH_SECRET]).open(sealed_jwk, { purpose: 'signing key', owner: kid }))
  const key = await importJWK(jwk, 'ES256')
  const sign = (userId: string) =>
    new SignJWT({
      email: `crowd-${userId}@example.com`,
      name: 'Crowd',
      isAdmin,
      role: isAdmin ? 'owner' : null,
      isSubscriber: false,
      iat_ms: Date.now(),
      // In the future, because the most sensitive calls need a recent sign-in, which would expire during the bench.
      auth_time: Math.floor(Date.now() / 1000) + 3600,
    })
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
      .setIssuer('redoubt')
      .setAudience('redoubt-api')
      .setSubject(userId)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key)
  return Promise.all(ids.map(async userId => ({ userId, token: await sign(userId) })))
}

/** Creates users who each have a copy of a delivered order of the demo, so that they may upload pictures for a review. */
export async function makeBuyers(pool: Pool, size: number): Promise<User[]> {
  const buyers = await makeCrowd(pool, size, 1000)
  const { rows } = await pool.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_schema = 'public' and table_name = 'customer_order' and is_generated = 'NEVER'`,
  )
  const { columns } = rows[0]!
  await pool.query(
    `insert into customer_order (${columns}) select ${columns} from (
       select (jsonb_populate_record(null::customer_order, to_jsonb(o) || jsonb_build_object(
         'id', gen_random_uuid(), 'number', nextval('order_number'), 'user_id', buyer,
         'session_id', null, 'payment_intent_id', null, 'subscription_id', null))).*
       from (select * from customer_order where fulfilment = 'delivered' limit 1) o, unnest($1::uuid[]) buyer) copied`,
    [buyers.map(({ userId }) => userId)],
  )
  return buyers
}

/** Creates open Bronze giveaways with their seeds, without which their entries get no leaves. @returns their ids. */
export async function makeGiveaways(pool: Pool, count: number, slots: number, limit: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId)
  const seeds = ids.map(() => randomBytes(32))
  const commitments = seeds.map(seed => createHash('sha256').update(seed).digest('hex'))
  await pool.query(
    `insert into giveaway (id, slug, title, description, tier, category, value_cents, total_slots, entry_limit, starts_at, early_access_at, commitment)
     select id, 'bench-' || id, 'Bench', 'For the bench', 'Bronze', 'Bronze', 85000, $2, $3, now() - interval '1 day', now() - interval '3 days', commitment
     from unnest($1::uuid[], $4::text[]) as new (id, commitment)`,
    [ids, slots, limit, commitments],
  )
  const seals = createSeals([BENCH_SECRET])
  const sealed = ids.map((owner, place) =>
    seals.seal(seeds[place]!.toString('hex'), { purpose: 'giveaway seed', owner }),
  )
  await pool.query(
    'insert into sealed_giveaway_seed (giveaway_id, sealed) select id, sealed from unnest($1::uuid[], $2::text[]) as new (id, sealed)',
    [ids, sealed],
  )
  return ids
}
