import { expect, vi } from 'vitest'
import type { apiAs } from './shopper.ts'

type Api = Awaited<ReturnType<typeof apiAs>>

/** Freezes the list of a giveaway before its date, and waits until the public round has drawn its winner. */
export async function drawEarly(owner: Api, { id, title }: { id: string; title: string }): Promise<void> {
  const frozen = await owner('/admin/select-automatic-winner', { giveawayId: id, title, reason: 'A journey' })
  expect(frozen.status, JSON.stringify(frozen.json)).toBe(202)
  const stateNow = async () => (await owner(`/giveaways/${id}/draw`)).json.state
  // Not `expect.poll`, because modals draw before their tests begin.
  await vi.waitFor(async () => expect(await stateNow()).toBe('drawn'), { timeout: 60_000, interval: 500 })
}
