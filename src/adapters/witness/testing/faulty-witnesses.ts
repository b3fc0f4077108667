import { type Witness, WitnessFailed, type WitnessFault } from '#kernel/ports/witness.ts'

/** The witness with another `cosign`. An object spread would read the key, which a sandbox witness has from the shop's start on. */
export const withCosign = (witness: Witness, cosign: Witness['cosign']): Witness =>
  Object.create(witness, { cosign: { value: cosign, enumerable: true } })

/** For `openTestShop({ witnesses: faulty.replace })`: the selected witnesses, of which the test makes some fail. */
export function createFaultyWitnesses() {
  const faults = new Map<number, WitnessFault>()
  return {
    replace: (witnesses: readonly Witness[]): readonly Witness[] =>
      witnesses.map((witness, index) =>
        withCosign(witness, async request => {
          const fault = faults.get(index)
          if (fault) throw new WitnessFailed(fault, `The witness ${witness.name} fails in this test.`)
          return witness.cosign(request)
        }),
      ),
    /** @param indices of the witnesses that fail from now on; all others are repaired. */
    fail(indices: readonly number[], fault: WitnessFault = 'unreachable') {
      faults.clear()
      for (const index of indices) faults.set(index, fault)
    },
  }
}
