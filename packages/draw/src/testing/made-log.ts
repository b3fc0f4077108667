import { ed25519 } from '@noble/curves/ed25519.js'
import type { LoggedLeaf } from '../bundle.ts'
import { base64Of, bytesOfHex, utf8 } from '../bytes.ts'
import { cosignatureLine, cosignatureMessage, formatCheckpoint } from '../log/checkpoint.ts'
import { inclusionProof, leafHash, treeRoot } from '../log/merkle.ts'
import { COSIGNATURE, ED25519, type NoteSigner, signNote, verifierKey } from '../log/note.ts'
import type { Random } from './random.ts'

export type MadeWitness = { name: string; vkey: string; cosign(checkpoint: string, seconds: number): string }
/** Which witnesses sign, by their place, and when. */
export type Cosigning = { witness: number; at: number }[]

export function makeSigner(random: Random, name: string): NoteSigner {
  const secret = bytesOfHex(random.hex(32))
  const vkey = verifierKey(name, ED25519, ed25519.getPublicKey(secret))
  return { name, vkey, sign: async message => ed25519.sign(message, secret) }
}

/** A witness that signs every checkpoint, and at any time: an adversary may own it. */
export function makeWitness(random: Random, name: string): MadeWitness {
  const secret = bytesOfHex(random.hex(32))
  const vkey = verifierKey(name, COSIGNATURE, ed25519.getPublicKey(secret))
  const cosign = (checkpoint: string, seconds: number) => {
    const body = checkpoint.slice(0, checkpoint.indexOf('\n\n') + 1)
    return cosignatureLine(vkey, seconds, ed25519.sign(cosignatureMessage(body, seconds), secret))
  }
  return { name, vkey, cosign }
}

/** A shop log in memory. */
export class MadeLog {
  readonly leaves: string[] = []
  readonly signer: NoteSigner
  readonly witnesses: MadeWitness[]

  constructor(signer: NoteSigner, witnesses: MadeWitness[]) {
    this.signer = signer
    this.witnesses = witnesses
  }

  append(leaf: string): number {
    return this.leaves.push(leaf) - 1
  }

  /** A signed checkpoint of the whole log, with cosignatures. */
  async checkpoint(cosigning: Cosigning): Promise<string> {
    const root = treeRoot(this.#hashes())
    const body = formatCheckpoint({ origin: this.signer.name, size: this.leaves.length, root })
    const note = await signNote(body, [this.signer])
    return [note, ...cosigning.map(({ witness, at }) => this.witnesses[witness]!.cosign(note, at))].join('')
  }

  /** A leaf with its proof to the checkpoint of the whole log. */
  async logged(index: number, cosigning: Cosigning): Promise<LoggedLeaf> {
    const proof = inclusionProof(this.#hashes(), index).map(base64Of)
    return { leaf: this.leaves[index]!, index, proof, checkpoint: await this.checkpoint(cosigning) }
  }

  #hashes(): Uint8Array[] {
    return this.leaves.map(leaf => leafHash(utf8(leaf)))
  }
}
