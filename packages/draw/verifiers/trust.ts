import { parsedJson, readBundle } from '../src/bundle.ts'
import { textOf } from '../src/bytes.ts'
import { verifierKey } from '../src/log/note.ts'
import { parsePolicy } from '../src/log/policy.ts'
import { QUICKNET } from '../src/round/beacon.ts'

/** What no file can prove, for the reader to weigh. Empty for a file that names no log. */
export function trustOf(file: Uint8Array): string[] {
  try {
    const { policy, beacon } = readBundle(parsedJson(textOf(file)))
    const { log, witnesses } = parsePolicy(policy)
    return [
      `The key of the shop's log is ${verifierKey(log.name, log.type, log.publicKey)}. Compare it with one from elsewhere, such as your e-mail.`,
      `The witnesses are ${witnesses.map(({ key }) => key.name).join(', ')}. They count only if they do not all belong to the shop.`,
      beacon.chain === QUICKNET.chain
        ? "The beacon is drand quicknet, which is public and not the shop's."
        : 'The beacon is a sandbox, whose key the shop may hold. Such a draw is a rehearsal and proves nothing.',
    ]
  } catch {
    return []
  }
}
