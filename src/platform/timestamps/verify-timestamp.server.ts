import { createHash, verify, X509Certificate } from 'node:crypto'
import { type Attribute, id_signedData, SignedData, type SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import { TimeStampResp, TSTInfo } from '@peculiar/asn1-tsp'
import { signedBytes } from './signed-attributes.server.ts'
import {
  hashNameOf,
  readSigningCertificate,
  SIGNING_CERTIFICATE,
  SIGNING_CERTIFICATE_V2,
} from './signing-certificate.server.ts'
import { numberOf, SHA_256, type TimestampQuery } from './timestamp-query.server.ts'

/** The answer of a time-stamp authority that proves nothing, in one sentence. */
export class InvalidTimestamp extends Error {}

type Expected = Pick<TimestampQuery, 'digest' | 'nonce'> & {
  /** Trusted certificates, PEM. */
  roots: readonly string[]
  /** The moments between which the stamp must lie. */
  from: Date
  to: Date
}

const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
/** Certificates between that of the authority and a root. */
const MAX_CHAIN = 6

/**
 * Verifies the answer to a query: granted, over the same digest and nonce, at a credible moment, signed by a certificate for time stamps
 * that leads to a root. Revocation is not asked for.
 * @returns the moment of the stamp.
 * @throws InvalidTimestamp for any other answer.
 */
export function verifyTimestamp(answer: Uint8Array, expected: Expected): Date {
  try {
    return verifyAnswer(answer, expected)
  } catch (error) {
    if (error instanceof InvalidTimestamp) throw error
    throw new InvalidTimestamp('The answer is no time stamp.', { cause: error })
  }
}

function fail(sentence: string): never {
  throw new InvalidTimestamp(sentence)
}

function verifyAnswer(answer: Uint8Array, { digest, nonce, roots, from, to }: Expected): Date {
  const { status, timeStampToken: token } = AsnConvert.parse(answer, TimeStampResp)
  // 0: granted, 1: granted with changes.
  if (Number(status.status) > 1 || !token) fail(`The authority refused with status ${status.status}.`)
  if (token.contentType !== id_signedData) fail('The token is not signed.')
  const signed = AsnConvert.parse(token.content, SignedData)
  const { eContentType, eContent } = signed.encapContentInfo
  if (eContentType !== TST_INFO || !eContent?.single) fail('The token is about something else than a time.')
  const content = Buffer.from(eContent.single.buffer)
  const info = AsnConvert.parse(content, TSTInfo)
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  if (hashAlgorithm.algorithm !== SHA_256 || !Buffer.from(hashedMessage.buffer).equals(digest))
    fail('The token is of another text.')
  if (!info.nonce || numberOf(info.nonce) !== nonce) fail('The token answers another request.')
  const [signer, ...others] = signed.signerInfos
  if (!signer || others.length > 0) fail('The token has not exactly one signature.')
  const certificates = (signed.certificates ?? []).flatMap(({ certificate }) =>
    certificate ? [new X509Certificate(Buffer.from(AsnConvert.serialize(certificate)))] : [],
  )
  const own = verifySignature(signer, content, certificates)
  requireForTimestamps(own)
  requireTrusted(own, certificates, roots, info.genTime)
  if (info.genTime < from || info.genTime > to) fail('The moment of the token is not the present one.')
  return info.genTime
}

/** @returns the certificate by whose key the signature holds. */
function verifySignature(
  { signedAttrs = [], signatureAlgorithm, signature, digestAlgorithm }: SignerInfo,
  content: Buffer,
  certificates: readonly X509Certificate[],
): X509Certificate {
  const digestName = hashNameOf(digestAlgorithm.algorithm) ?? fail('The hash of the token is weak or unknown.')
  const type = oidOf(attributeOf(signedAttrs, CONTENT_TYPE))
  const digest = attributeOf(signedAttrs, MESSAGE_DIGEST)?.subarray(2)
  const isOfContent = digest?.equals(createHash(digestName).update(content).digest())
  if (type !== TST_INFO || !isOfContent) fail('The signature is of another content.')
  const own = namedCertificate(signedAttrs, certificates)
  const isValid = verify(
    hashOfSignature(signatureAlgorithm.algorithm, digestName),
    signedBytes(signedAttrs),
    own.publicKey,
    Buffer.from(signature.buffer),
  )
  if (!isValid) fail('The signature of the token does not hold.')
  return own
}

/** The certificate that the signed attributes name, so that it cannot be exchanged for another one with the same key. */
function namedCertificate(attributes: readonly Attribute[], certificates: readonly X509Certificate[]): X509Certificate {
  for (const type of [SIGNING_CERTIFICATE_V2, SIGNING_CERTIFICATE]) {
    const value = attributeOf(attributes, type)
    const named = value && readSigningCertificate(type, new Uint8Array(value).buffer)
    const own =
      named && certificates.find(({ raw }) => createHash(named.hash).update(raw).digest().equals(named.digest))
    if (own) return own
  }
  return fail('The token lacks the certificate that its signature names.')
}

/** The one value of a signed attribute, in DER. */
function attributeOf(attributes: readonly Attribute[], type: string): Buffer | undefined {
  const found = attributes.filter(({ attrType }) => attrType === type)
  const [value, ...more] = found.flatMap(({ attrValues }) => attrValues)
  if (more.length > 0) fail('An attribute of the signature has two values.')
  return value && Buffer.from(value)
}

/** Of the one object identifier that is compared. */
const oidOf = (der: Buffer | undefined): string | undefined =>
  der?.toString('hex') === '060b2a864886f70d0109100104' ? TST_INFO : undefined

/** Some authorities name the key's algorithm alone, and the hash beside it. */
function hashOfSignature(oid: string, digestName: string): string {
  const known: Record<string, string> = {
    '1.2.840.113549.1.1.1': digestName,
    '1.2.840.10045.2.1': digestName,
    '1.2.840.113549.1.1.11': 'sha256',
    '1.2.840.113549.1.1.12': 'sha384',
    '1.2.840.113549.1.1.13': 'sha512',
    '1.2.840.10045.4.3.2': 'sha256',
    '1.2.840.10045.4.3.3': 'sha384',
    '1.2.840.10045.4.3.4': 'sha512',
  }
  return known[oid] ?? fail('The kind of the signature is unknown.')
}

function requireForTimestamps({ keyUsage, ca }: X509Certificate): void {
  // Node names the extended uses `keyUsage`.
  if (ca || keyUsage?.length !== 1 || keyUsage[0] !== TIME_STAMPING) fail('The certificate is not for time stamps.')
}

/** Goes from the authority's certificate to a root, by the certificates of the token and the trusted ones. */
function requireTrusted(
  own: X509Certificate,
  certificates: readonly X509Certificate[],
  roots: readonly string[],
  at: Date,
): void {
  const trusted = roots.map(pem => new X509Certificate(pem))
  let certificate = own
  for (let length = 0; length <= MAX_CHAIN; length++) {
    if (at < certificate.validFromDate || at > certificate.validToDate) fail('A certificate of the authority is over.')
    const issues = (issuer: X509Certificate) =>
      issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
    const root = trusted.find(issuer => issuer.fingerprint256 === certificate.fingerprint256 || issues(issuer))
    if (root) return
    const next = certificates.find(issuer => issuer.fingerprint256 !== certificate.fingerprint256 && issues(issuer))
    if (!next) break
    certificate = next
  }
  fail('The certificate of the authority leads to no trusted root.')
}
