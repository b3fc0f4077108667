import { createKeyText, readKeyText } from '@redoubt/witness/signing-key.ts'
import { type CosignedCheckpoint, createWitness, type Evidence, type WitnessStore } from '@redoubt/witness/witness.ts'
import type { Witness } from '#kernel/ports/witness.ts'
import { createWitnessClient } from '../witness-client.server.ts'

/**
 * Three witnesses whose memory is no part of the shop: for `openTestShop({ witnesses: outside.replace })` in a test that restores or alters
 * the shop's database. Each trusts the first key of an origin.
 * @param now the clock of the cosignatures.
 */
export function createMemoryWitnesses(now: () => Date) {
  const evidence: Evidence[] = []
  const witnesses = ['one', 'two', 'three'].map(place => memoryWitness(`outside.test/witness-${place}`, now, evidence))
  return { witnesses, evidence, replace: (): readonly Witness[] => witnesses }
}

function memoryWitness(name: string, now: () => Date, kept: Evidence[]): Witness {
  const key = readKeyText(createKeyText(name))
  const logKeys = new Map<string, string>()
  const store = memoryStore(kept)
  const facts = { name, vkey: key.vkey, owner: `Owner of ${name}`, isOurs: false }
  return createWitnessClient(facts, {
    async send(body, request) {
      const logKeysOf = (origin: string) => {
        if (!logKeys.has(origin)) logKeys.set(origin, request.logVkey)
        return [logKeys.get(origin)!]
      }
      const { body: text, ...answer } = await createWitness({ key, logKeysOf, store, now }).addCheckpoint(body)
      return { ...answer, text }
    },
    latest: async origin => (await store.read(origin))?.note,
  })
}

function memoryStore(kept: Evidence[]): WitnessStore {
  const latest = new Map<string, CosignedCheckpoint>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    read: async origin => latest.get(origin),
    update(origin, decide) {
      const mine = last.then(async () => {
        const { next, evidence, answer } = await decide(latest.get(origin))
        if (next) latest.set(origin, next)
        if (evidence) kept.push(evidence)
        return answer
      })
      last = mine.catch(() => {})
      return mine
    },
  }
}
