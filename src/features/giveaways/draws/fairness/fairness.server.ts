import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256Hex } from '@redoubt/draw/bytes.ts'
import { parsePolicy } from '@redoubt/draw/log/policy.ts'
import { QUICKNET } from '@redoubt/draw/round/beacon.ts'
import type { Context } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import { policyText } from '../../log/queries/log-proofs.server.ts'
import { REGISTER_HOURS } from '../../rules.ts'
import type { Fairness } from './contract.ts'

const PUBLIC = join(import.meta.dirname, '../../../../../public')
const VERIFIERS = ['mjs', 'html', 'py'].map(ending => `/verify/redoubt-verify.${ending}`)

export async function fairnessOf(ctx: Context): Promise<Fairness> {
  const { draw, mailInHours } = ctx.settings
  const { chain, publicKey, period, genesis } = ctx.beacon.chain
  return {
    beacon: { chain, publicKey, period, genesis },
    isPublicBeacon: chain === QUICKNET.chain,
    witnesses: ctx.witnesses.map(({ name, owner, isOurs }) => ({ name, owner, isOurs })),
    quorum: ctx.witnesses.length > 0 ? quorumOf(await policyText(ctx)) : null,
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

/** The verifiers with the hashes of their files, which stay as they are while the process runs. */
function verifiers(): Fairness['verifiers'] {
  hashed ??= VERIFIERS.filter(path => existsSync(join(PUBLIC, path))).map(path => ({
    path,
    sha256: sha256Hex(readFileSync(join(PUBLIC, path))),
  }))
  return hashed
}
