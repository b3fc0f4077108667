import { auditOfAll, unfinishedOf } from '../../kills/checks/books.ts'
import { historyFaults, type Monitor } from '../../kills/checks/history.ts'
import { lostPromises } from '../../kills/checks/promises.ts'
import { treeFaults } from '../../kills/checks/trees.ts'
import { ORIGIN } from '../machine/machine.ts'
import type { Run } from '../run-state.ts'

/** Refunds of each payment at the provider. In the simulation the shop asks for all of them; none is made in the provider's dashboard. */
const THEIR_REFUNDS = `
  select data->>'payment_intent' as payment, sum((data->>'amount')::int)::int as cents from stripe_sandbox.object
  where kind = 'refund' and data->>'status' <> 'failed' and data->>'status' <> 'canceled' group by 1`
const OUR_REFUNDS = `
  select o.payment_intent_id as payment, sum(r.amount_cents)::int as cents from refund r join customer_order o on o.id = r.order_id
  where r.origin = 'staff' group by 1`
const THEIR_PAGES = `
  select data->>'client_reference_id' as id from stripe_sandbox.object where kind = 'checkout.session'`
const PAGES_WITHOUT_ORDER = `
  select id from unnest($1::uuid[]) id where not exists (select from customer_order o where o.id = id)`

type Refunded = { payment: string; cents: number }

/** What holds after any command. @returns a sentence for each fault. */
export async function auditNow(run: Run): Promise<string[]> {
  return [
    ...(await auditOfAll(run.machine.shop)),
    ...(await lostPromises(run.ours, run.promises)),
    ...(await earlyEffects(run)),
  ]
}

/** The provider did nothing that the shop has not committed. */
async function earlyEffects({ ours, theirs }: Run): Promise<string[]> {
  const [refunds, decided] = [await theirs.query<Refunded>(THEIR_REFUNDS), await ours.query<Refunded>(OUR_REFUNDS)]
  const known = new Map(decided.rows.map(({ payment, cents }) => [payment, cents]))
  const early = refunds.rows.filter(({ payment, cents }) => cents > (known.get(payment) ?? 0))
  const pages = (await theirs.query<{ id: string }>(THEIR_PAGES)).rows.map(({ id }) => id)
  const { rows: stray } = await ours.query<{ id: string }>(PAGES_WITHOUT_ORDER.replace('= id)', '= id.id)'), [pages])
  return [
    ...early.map(({ payment, cents }) => `${payment} was paid back ${cents}, decided ${known.get(payment) ?? 0}`),
    ...stray.map(({ id }) => `the provider has a payment page of order ${id}, which does not exist`),
  ]
}

/** What holds when all work is done: the provider's books beside ours, e-mails, entry trees and the log. */
export async function auditEnd(run: Run): Promise<string[]> {
  const unfinished = await unfinishedOf(run.ours, run.theirs)
  return [...unfinished.map(thing => `not done: ${thing}`), ...(await auditNow(run)), ...(await evidenceOf(run))]
}

async function evidenceOf(run: Run): Promise<string[]> {
  const { machine, ours } = run
  const read = async (path: string) => (await machine.fetch(new Request(new URL(path, ORIGIN)))).text()
  const { logKey } = JSON.parse(await read('/api/log'))
  const monitor: Monitor = new Map()
  const client = await ours.connect()
  try {
    const outside = { checkpoints: [], witnessed: [], logKey }
    return [...(await historyFaults(client, outside, monitor)), ...(await treeFaults(machine.shop, client))]
  } finally {
    client.release()
  }
}
