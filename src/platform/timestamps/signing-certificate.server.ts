import { AsnConvert, AsnProp, AsnPropTypes, AsnType, AsnTypeTypes, OctetString } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'

/** Attributes by which a signer names its certificate (RFC 2634, RFC 5035). RFC 3161 requires one of them. */
export const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12'
export const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'

class EssCertId {
  certHash = new OctetString()
  issuerSerial?: ArrayBuffer
}
class EssCertIdV2 extends EssCertId {
  hashAlgorithm?: AlgorithmIdentifier
}
class SigningCertificate {
  certs: EssCertId[] = []
  policies?: ArrayBuffer
}
class SigningCertificateV2 {
  certs: EssCertIdV2[] = []
  policies?: ArrayBuffer
}

// Decorators as calls, because the sources are only stripped of their types.
AsnProp({ type: OctetString })(EssCertId.prototype, 'certHash')
AsnProp({ type: AsnPropTypes.Any, optional: true })(EssCertId.prototype, 'issuerSerial')
AsnProp({ type: AlgorithmIdentifier, optional: true })(EssCertIdV2.prototype, 'hashAlgorithm')
AsnProp({ type: OctetString })(EssCertIdV2.prototype, 'certHash')
AsnProp({ type: AsnPropTypes.Any, optional: true })(EssCertIdV2.prototype, 'issuerSerial')
for (const [list, item] of [
  [SigningCertificate, EssCertId],
  [SigningCertificateV2, EssCertIdV2],
] as const) {
  AsnProp({ type: item, repeated: 'sequence' })(list.prototype, 'certs')
  AsnProp({ type: AsnPropTypes.Any, optional: true })(list.prototype, 'policies')
}
for (const sequence of [EssCertId, EssCertIdV2, SigningCertificate, SigningCertificateV2])
  AsnType({ type: AsnTypeTypes.Sequence })(sequence)

const HASHES: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

export const hashNameOf = (oid: string): string | undefined => HASHES[oid]

/** The hash of the signer's certificate by the value of one of the two attributes. SHA-256 is the default of version 2. */
export function readSigningCertificate(type: string, value: ArrayBuffer): { hash: string; digest: Buffer } | undefined {
  const [first] = AsnConvert.parse(
    value,
    type === SIGNING_CERTIFICATE ? SigningCertificate : SigningCertificateV2,
  ).certs
  const oid = first instanceof EssCertIdV2 ? first.hashAlgorithm?.algorithm : undefined
  const hash = type === SIGNING_CERTIFICATE ? 'sha1' : hashNameOf(oid ?? '2.16.840.1.101.3.4.2.1')
  return first && hash ? { hash, digest: Buffer.from(first.certHash.buffer) } : undefined
}

/** The value of the attribute of version 2, with SHA-256. */
export const writeSigningCertificate = (digest: ArrayBuffer): ArrayBuffer =>
  AsnConvert.serialize(
    Object.assign(new SigningCertificateV2(), {
      certs: [Object.assign(new EssCertIdV2(), { certHash: new OctetString(digest) })],
    }),
  )
