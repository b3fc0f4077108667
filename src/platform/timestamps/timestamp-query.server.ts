import { randomBytes } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { MessageImprint, TimeStampReq } from '@peculiar/asn1-tsp'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'

export const SHA_256 = '2.16.840.1.101.3.4.2.1'

export type TimestampQuery = { der: Uint8Array; digest: Uint8Array; nonce: bigint }

/** A request for the time stamp of a SHA-256 digest, with a nonce, so that an old answer does not pass for a new one. */
export function createTimestampQuery(digest: Uint8Array): TimestampQuery {
  // Positive, and of the same length each time.
  const nonce = Buffer.concat([Buffer.of(0x4a), randomBytes(15)])
  const query = new TimeStampReq({
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA_256, parameters: null }),
      hashedMessage: new OctetString(digest),
    }),
    nonce: bytesOf(nonce),
    certReq: true,
  })
  return { der: new Uint8Array(AsnConvert.serialize(query)), digest, nonce: numberOf(nonce) }
}

/** A buffer of its own, as the ASN.1 library wants it: Node's small buffers share one. */
export const bytesOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

/** An unsigned ASN.1 integer. */
export const numberOf = (bytes: Uint8Array | ArrayBuffer): bigint =>
  BigInt(`0x0${Buffer.from(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes).toString('hex')}`)
