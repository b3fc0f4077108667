import { parsedJson, readBundle } from './bundle.ts'
import { textOf } from './bytes.ts'
import { verifierKey } from './log/note.ts'
import { parsePolicy } from './log/policy.ts'
import { isSandbox, SANDBOX_SENTENCE } from './round/chain.ts'

/** What no file can prove, for the reader to weigh. Empty for a file that names no log. */
export function trustOf(file: Uint8Array): string[] {
  try {
    const { policy, beacon } = readBundle(parsedJson(textOf(file)))
    const { log, witnesses } = parsePolicy(policy)
    return [
      `The key of the shop's log is ${verifierKey(log.name, log.type, log.publicKey)}. Compare it with one from elsewhere, such as your e-mail.`,
      `The witnesses are ${witnesses.map(({ key }) => key.name).join(', ')}. They count only if they do not all belong to the shop.`,
      isSandbox(beacon) ? SANDBOX_SENTENCE : "The beacon is drand quicknet, which is public and not the shop's.",
    ]
  } catch {
    return []
  }
}
