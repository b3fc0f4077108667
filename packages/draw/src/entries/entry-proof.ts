import { base64Of, bytesOfBase64, hexOf, utf8 } from '../bytes.ts'
import { formatCheckpoint, parseCheckpoint } from '../log/checkpoint.ts'
import { formatHead } from '../log/log-leaf.ts'
import { proveLogged } from '../log/logged-leaf.ts'
import { leafHash, verifyInclusion } from '../log/merkle.ts'
import type { Policy } from '../log/policy.ts'
import { say } from '../steps/sentences.ts'

/**
 * Two blocks of `c2sp.org/tlog-proof@v1`. The first leads from the entry's leaf to the root of the giveaway's tree, whose checkpoint has no
 * signature of its own; the second from the head leaf that holds this root to the signed checkpoint of the shop log.
 */
export type EntryProof = { entry: string; head: string }
export type TlogProof = { index: number; proof: Uint8Array[]; checkpoint: string }
/** `witnessedAt` is in seconds. */
export type OwnEntry = { ok: boolean; sentence: string; index?: number; witnessedAt?: number }

export class InvalidProof extends Error {}

const FIRST = 'c2sp.org/tlog-proof@v1'

export function formatTlogProof({ index, proof, checkpoint }: TlogProof): string {
  return `${[FIRST, `index ${index}`, ...proof.map(base64Of)].join('\n')}\n\n${checkpoint}`
}

/** Reads a block without `extra` data. */
export function parseTlogProof(text: string): TlogProof {
  const end = text.indexOf('\n\n')
  const [first, second, ...hashes] = text.slice(0, Math.max(end, 0)).split('\n')
  const index = /^index (0|[1-9]\d{0,14})$/.exec(second ?? '')?.[1]
  if (first !== FIRST || index === undefined) throw new InvalidProof('The proof has another form.')
  return { index: Number(index), proof: hashes.map(bytesOfBase64), checkpoint: text.slice(end + 2) }
}

/** The checkpoint of a giveaway's entry tree. The head leaf of the shop log vouches for it. */
export function treeCheckpoint(origin: string, giveaway: string, size: number, root: Uint8Array): string {
  return formatCheckpoint({ origin: `${origin}/${giveaway}`, size, root })
}

/** `by` is the deadline of the receipt, in milliseconds. */
export type OwnEntryQuestion = { leaf: string; giveaway: string; by: number; proof: EntryProof; policy: Policy }

/** Whether the leaf of a receipt is in a head that a quorum of witnesses saw by the deadline. Never throws. */
export function verifyOwnEntry(question: OwnEntryQuestion): OwnEntry {
  try {
    return ownEntry(question)
  } catch {
    return { ok: false, sentence: say('proof.unreadable') }
  }
}

function ownEntry({ leaf, giveaway, by, proof, policy }: OwnEntryQuestion): OwnEntry {
  const entry = parseTlogProof(proof.entry)
  const { origin, size, root } = parseCheckpoint(entry.checkpoint)
  const included = { index: entry.index, size, leafHash: leafHash(utf8(leaf)), proof: entry.proof, root }
  if (origin !== `${policy.log.name}/${giveaway}` || !verifyInclusion(included))
    return { ok: false, sentence: say('proof.notIn') }
  const head = parseTlogProof(proof.head)
  const { quorumAt } = proveLogged(
    {
      leaf: formatHead({ giveaway, size, root: hexOf(root) }),
      index: head.index,
      proof: head.proof.map(base64Of),
      checkpoint: head.checkpoint,
    },
    policy,
  )
  if (quorumAt === null) return { ok: false, sentence: say('proof.unseen') }
  const found = { index: entry.index, witnessedAt: quorumAt }
  if (quorumAt * 1000 > by)
    return {
      ok: false,
      sentence: say('proof.late'),
      ...found,
    }
  return { ok: true, sentence: `Your entry is record ${entry.index} of a tree that witnesses saw in time.`, ...found }
}
