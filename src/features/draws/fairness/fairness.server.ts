import { parsePolicy } from '@redoubt/draw/log/policy.ts'
import { QUICKNET } from '@redoubt/draw/round/beacon.ts'
import { readPolicyText } from '#features/draw-log/log/queries/policies.server.ts'
import { REGISTER_HOURS } from '#features/giveaways/giveaway/rules.ts'
import type { Context } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import { VERIFIER_FILES, verifierHashes } from '#kernel/verifiers/verifier-hashes.server.ts'
import type { Fairness } from './contract.ts'

export async function readFairness(ctx: Context): Promise<Fairness> {
  const { draw, mailInHours } = ctx.settings
  const { chain, publicKey, period, genesis } = ctx.beacon.chain
  return {
    beacon: { chain, publicKey, period, genesis },
    isPublicBeacon: chain === QUICKNET.chain,
    witnesses: ctx.witnesses.map(({ name, owner, isOurs }) => ({ name, owner, isOurs })),
    quorum: ctx.witnesses.length > 0 ? quorumOf(await readPolicyText(ctx)) : null,
    mailDays: mailInHours / 24,
    registerHours: REGISTER_HOURS,
    gapSeconds: draw.gapSeconds,
    longGapSeconds: draw.longGapSeconds,
    longGapFrom: toDollars(draw.longGapFromCents),
    marginSeconds: draw.marginSeconds,
    twoPersonsFrom: toDollars(draw.twoPersonsFromCents),
    verifiers: verifiers(),
  }
}

function quorumOf(text: string): number | null {
  const { groups, quorum } = parsePolicy(text)
  return groups.find(({ name }) => name === quorum)?.threshold ?? null
}

let hashed: Fairness['verifiers'] | undefined

/** The verifiers with the hashes of the built files, which stay as they are while the process runs. Without a build they have no hash. */
function verifiers(): Fairness['verifiers'] {
  if (hashed) return hashed
  const hashes = verifierHashes()
  hashed = VERIFIER_FILES.map(file => ({
    path: `/verify/${file}`,
    sha256: hashes.find(hash => hash.file === file)?.sha256 ?? null,
  }))
  return hashed
}
