/** Names that no public name server knows (RFC 2606, 6761, 7686, 8375, 9476), and those that networks use inside. */
const RESERVED =
  /(^|\.)(test|example|invalid|localhost|local|localdomain|internal|intranet|lan|home|corp|private|onion|alt|arpa|example\.(com|net|org))$/

/** True for a domain that the public DNS can have, with a top-level domain of letters. */
export const isPublicDomain = (domain: string): boolean =>
  /^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/.test(domain) &&
  domain.length <= 253 &&
  !RESERVED.test(domain)
