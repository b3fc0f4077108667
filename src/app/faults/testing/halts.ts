import pg from 'pg'
import { retryOnDeadlock } from '#platform/db/deadlock.server.ts'

/** The first key of the tests' advisory locks; the shop locks with one key only. */
const CLASS = 4711

/**
 * The steps at which a shop can be stopped: the step's write is executed and not committed. The writes of a step are committed before the
 * next step is stopped, so stopping at each step covers before and after each step.
 */
const STEPS = {
  'code held': 'insert on code_use',
  'order inserted': 'insert on customer_order',
  'stock held': 'update on product_variant when new.held > old.held',
  'session created': `insert on stripe_sandbox.object when new.kind = 'checkout.session'`,
  'session noted': 'update on customer_order when old.session_id is null and new.session_id is not null',
  'card taken': `insert on stripe_sandbox.object when new.kind = 'charge'`,
  'webhook noted': `insert on webhook_event when new.type = 'checkout.session.completed'`,
  'order marked paid': `update on customer_order when old.status <> 'paid' and new.status = 'paid'`,
  'code spent': `update on code_use when new.state = 'used'`,
  'credits issued': `insert on credit_transfer when new.kind = 'earned'`,
  'message written': 'insert on message',
  'job written': `insert on pgboss.job when new.name = 'record-sale'`,
  'stock taken': 'update on product_variant when new.stock_on_hand < old.stock_on_hand',
  'membership kept': 'insert on membership',
  'refund decided': 'insert on refund',
  'entry removed': 'update on giveaway_entry when new.removed_at is not null',
  'credits taken back': `insert on credit_transfer when new.kind = 'reversed'`,
  'refund asked': `insert on stripe_sandbox.object when new.kind = 'refund'`,
  'answer noted': 'update on refund when old.provider_id is null and new.provider_id is not null',
} as const

export type Step = keyof typeof STEPS
/** The fate of a statement whose process died: rolled back (`undone`), or committed without a response (`unheard`). */
export type Outcome = 'undone' | 'unheard'

/** The provider's tables are in a database of their own. */
const isAtProvider = (step: Step) => STEPS[step].includes('stripe_sandbox.')

const SETUP = `
  create schema halts;
  create table halts.halt (id integer primary key, step text not null, mark text not null);
  create function halts.wait() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(${CLASS}, h.id) from halts.halt h
    where h.step = tg_argv[0] and strpos(to_jsonb(new)::text, h.mark) > 0;
    return null;
  end $$;`
const GATHERING = `
  create table halts.gathered (queue text primary key);
  create function halts.later() returns trigger language plpgsql as $$
  begin
    if new.name in (select queue from halts.gathered) then new.start_after := now() + interval '1 hour'; end if;
    return new;
  end $$;
  create trigger gathered before insert on pgboss.job for each row execute function halts.later();`

async function setUp(client: pg.Client, atProvider: boolean): Promise<void> {
  await client.query(SETUP)
  if (!atProvider) await client.query(GATHERING)
  for (const [step, text] of Object.entries(STEPS)) {
    if (isAtProvider(step as Step) !== atProvider) continue
    const [event, condition] = text.split(' when ')
    const when = condition ? `when (${condition})` : ''
    // The shop is running, and its jobs lock these tables in another order.
    await retryOnDeadlock(() =>
      client.query(
        `create trigger "halt at ${step}" after ${event} for each row ${when} execute function halts.wait('${step}')`,
      ),
    )
  }
}

type Halt = { step: Step; outcome: Outcome }
type Side = Awaited<ReturnType<typeof openSide>>

/** The halts of one database. */
async function openSide(databaseUrl: string, atProvider: boolean) {
  const client = new pg.Client({ connectionString: databaseUrl })
  // A killed PostgreSQL ends this connection too.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ schema: string | null }>(`select to_regnamespace('halts') as schema`)
  if (!rows[0]!.schema) await setUp(client, atProvider)
  // The advisory locks of earlier halts ended with their connection.
  else await client.query('delete from halts.halt')
  const halts = new Map<number, Halt>()

  async function add(step: Step, mark: string, outcome: Outcome): Promise<void> {
    const id = halts.size + 1
    halts.set(id, { step, outcome })
    await client.query('select pg_advisory_lock($1, $2)', [CLASS, id])
    await client.query('insert into halts.halt values ($1, $2, $3)', [id, step, mark])
  }

  async function waiting(): Promise<{ id: number; pid: number }[]> {
    const { rows } = await client.query<{ id: number; pid: number }>(
      `select distinct on (l.objid) l.objid::integer as id, l.pid from pg_locks l
       where l.locktype = 'advisory' and l.classid = ${CLASS} and not l.granted
         and l.database = (select oid from pg_database where datname = current_database()) order by l.objid`,
    )
    return rows
  }

  async function missing(): Promise<Halt[]> {
    const here = new Set((await waiting()).map(({ id }) => id))
    return [...halts].filter(([id]) => !here.has(id)).map(([, halt]) => halt)
  }

  async function end(): Promise<void> {
    for (const { id, pid } of await waiting()) {
      if (halts.get(id)!.outcome === 'undone') await client.query('select pg_terminate_backend($1, 5000)', [pid])
    }
    await letGo()
    const busy = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and (state = 'active' or state like 'idle in transaction%')`
    while ((await client.query(busy)).rowCount) await new Promise(done => setTimeout(done, 20))
  }

  async function letGo(): Promise<void> {
    await client.query('delete from halts.halt')
    await client.query('select pg_advisory_unlock_all()')
    halts.clear()
  }

  return { client, add, missing, end, letGo }
}

/**
 * Stops a shop in another process at chosen steps, from outside: triggers in these databases wait for an advisory lock that the test holds,
 * and the database reports the waiting writers. The product has no code for this.
 * @param providerUrl the sandbox's database.
 */
export async function openHalts(databaseUrl: string, providerUrl: string) {
  const [shop, provider] = await Promise.all([openSide(databaseUrl, false), openSide(providerUrl, true)])
  const both: Side[] = [shop, provider]

  /** Blocks writers of rows that contain `mark`, at this step. */
  const halt = (step: Step, mark: string, outcome: Outcome = 'undone') =>
    (isAtProvider(step) ? provider : shop).add(step, mark, outcome)

  /** Waits until a writer is blocked at every halt. @throws with the steps that no writer reached. */
  async function reached(patienceMs = 30_000): Promise<void> {
    const until = Date.now() + patienceMs
    for (;;) {
      const missing = (await Promise.all(both.map(side => side.missing()))).flat()
      if (missing.length === 0) return
      const steps = missing.map(({ step, outcome }) => `${step} (${outcome})`).join(', ')
      if (Date.now() > until) throw new Error(`Nobody came to: ${steps}`)
      await new Promise(done => setTimeout(done, 25))
    }
  }

  /**
   * After the shop was killed: ends its open statements as each halt's outcome says, and removes the halts. A statement whose client is
   * gone still completes and commits, as it would for a live client.
   */
  const end = async (): Promise<void> => void (await Promise.all(both.map(side => side.end())))

  /** Jobs of a queue wait until `release` and then run together: one waiting job would keep the next from being taken. */
  const gather = (queue: string) => shop.client.query('insert into halts.gathered values ($1)', [queue])
  async function release(queue: string): Promise<void> {
    await shop.client.query('delete from halts.gathered where queue = $1', [queue])
    await shop.client.query('update pgboss.job set start_after = now() where name = $1', [queue])
  }

  return {
    halt,
    reached,
    end,
    /** Lets the provider answer its pending calls. */
    letProviderAnswer: provider.letGo,
    gather,
    release,
    close: async () => void (await Promise.all(both.map(({ client }) => client.end()))),
  }
}
