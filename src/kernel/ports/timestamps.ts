/**
 * A time-stamp authority (RFC 3161): it signs that a hash existed at a moment. It may lie, stall or answer anything; the caller verifies each
 * answer against `roots`.
 */
export type TimestampAuthority = {
  /** The host of its address, for staff and visitors. */
  name: string
  /** Certificates (PEM) that its own certificate must lead to. */
  roots: readonly string[]
  /**
   * @param query a TimeStampReq in DER.
   * @returns the answer as it came, which should be a TimeStampResp in DER.
   * @throws when the authority does not answer in time, or answers no 200.
   */
  ask: (query: Uint8Array) => Promise<Uint8Array>
}
