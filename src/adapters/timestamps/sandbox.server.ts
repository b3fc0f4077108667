import { createHash, createPrivateKey, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  DigestAlgorithmIdentifiers,
  EncapsulatedContent,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  id_signedData,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { PKIStatusInfo, TimeStampReq, TimeStampResp, TimeStampToken, TSTInfo } from '@peculiar/asn1-tsp'
import { AlgorithmIdentifier, Certificate } from '@peculiar/asn1-x509'
import type { TimestampAuthority } from '#kernel/ports/timestamps.ts'
import { inOrder, signedBytes } from '#platform/timestamps/signed-attributes.server.ts'
import { SIGNING_CERTIFICATE_V2, writeSigningCertificate } from '#platform/timestamps/signing-certificate.server.ts'
import { bytesOf, SHA_256 } from '#platform/timestamps/timestamp-query.server.ts'
import { SANDBOX_CERTIFICATE, SANDBOX_KEY, SANDBOX_ROOT } from './sandbox-certificates.server.ts'

const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const ECDSA_SHA_256 = '1.2.840.10045.4.3.2'
/** A number of the documentation's arc. */
const POLICY = '1.3.6.1.4.1.32473.1'

const sha256 = (bytes: Uint8Array) => bytesOf(createHash('sha256').update(bytes).digest())
const SHA = () => new AlgorithmIdentifier({ algorithm: SHA_256 })

/** Signs time stamps in the process by the clock of the shop, so demo and tests verify exactly as production does. */
export const createSandboxAuthority = (now: () => Date): TimestampAuthority => ({
  name: 'sandbox',
  roots: [SANDBOX_ROOT],
  ask: async query => stampOf(AsnConvert.parse(query, TimeStampReq), now()),
})

type Signer = { certificate: string; key: KeyObject }

const sandboxSigner = (): Signer => ({
  certificate: SANDBOX_CERTIFICATE,
  key: createPrivateKey({ key: Buffer.from(SANDBOX_KEY, 'base64'), format: 'der', type: 'pkcs8' }),
})

/**
 * @param changed replaces parts of the content, for tests of lies.
 * @param signer with a key on P-256.
 */
export function stampOf(
  query: TimeStampReq,
  at: Date,
  changed: Partial<TSTInfo> = {},
  signer = sandboxSigner(),
): Uint8Array {
  const { messageImprint, nonce } = query
  const info = new TSTInfo({
    policy: POLICY,
    messageImprint,
    serialNumber: bytesOf(Buffer.concat([Buffer.of(1), randomBytes(8)])),
    // The library writes whole seconds only where there is no rest.
    genTime: new Date(Math.floor(+at / 1000) * 1000),
    ...(nonce && { nonce }),
    ...changed,
  })
  const content = AsnConvert.serialize(info)
  const token = new TimeStampToken({
    contentType: id_signedData,
    content: AsnConvert.serialize(signedOf(content, signer)),
  })
  return new Uint8Array(
    AsnConvert.serialize(new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken: token })),
  )
}

function signedOf(content: ArrayBuffer, { certificate: pem, key }: Signer): SignedData {
  const own = new X509Certificate(pem)
  const certificate = AsnConvert.parse(own.raw, Certificate)
  const { issuer, serialNumber } = certificate.tbsCertificate
  const signer = new SignerInfo({
    version: 1,
    sid: new SignerIdentifier({ issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }) }),
    digestAlgorithm: SHA(),
    signedAttrs: inOrder([
      attribute('1.2.840.113549.1.9.3', derOfOid(TST_INFO)),
      attribute('1.2.840.113549.1.9.4', AsnConvert.serialize(new OctetString(sha256(new Uint8Array(content))))),
      attribute(SIGNING_CERTIFICATE_V2, writeSigningCertificate(sha256(own.raw))),
    ]),
    signatureAlgorithm: new AlgorithmIdentifier({ algorithm: ECDSA_SHA_256 }),
  })
  signer.signature = new OctetString(bytesOf(sign('sha256', signedBytes(signer.signedAttrs!), key)))
  return new SignedData({
    version: 3,
    digestAlgorithms: new DigestAlgorithmIdentifiers([SHA()]),
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: TST_INFO,
      eContent: new EncapsulatedContent({ single: new OctetString(content) }),
    }),
    certificates: new CertificateSet([new CertificateChoices({ certificate })]),
    signerInfos: new SignerInfos([signer]),
  })
}

const attribute = (attrType: string, value: ArrayBuffer) => new Attribute({ attrType, attrValues: [value] })

/** Of the one object identifier that is a value here. */
const derOfOid = (_oid: typeof TST_INFO): ArrayBuffer => bytesOf(Buffer.from('060b2a864886f70d0109100104', 'hex'))
