/** Carriers whose numbers and tracking pages are known, as the forms name them. Any other name is kept as typed. */
export const CARRIERS = ['USPS', 'UPS', 'FedEx', 'DHL'] as const
export type Carrier = (typeof CARRIERS)[number]

/** How people and other programs begin the names of the carriers and of their services: "UPS Ground", "Fed Ex Home Delivery", "U.S.P.S.". */
const NAMES: Record<Carrier, RegExp> = {
  USPS: /^(?:usps|us mail|us postal service|united states postal service)\b/i,
  UPS: /^(?:ups|united parcel service)\b/i,
  FedEx: /^fed ?ex\b/i,
  DHL: /^dhl\b/i,
}

/** The known carrier behind a written name, also behind the name of one of its services; null for any other carrier. */
export function knownCarrierOf(written: string): Carrier | null {
  const plain = written
    .normalize('NFKC')
    .replace(/[.®™\p{Cf}]/gu, '')
    .replace(/[\s\p{Pd}_]+/gu, ' ')
    .trim()
  return CARRIERS.find(carrier => NAMES[carrier].test(plain)) ?? null
}

/** A carrier's name as it is stored: "ups ground" is UPS, and an unknown carrier stays as typed. */
export const carrierNameOf = (written: string): string => knownCarrierOf(written) ?? written

/** Tracking pages; the tracking number is appended. */
const TRACKING_PAGES: Record<Carrier, string> = {
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  UPS: 'https://www.ups.com/track?tracknum=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
  DHL: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=',
}

/** The carrier's tracking page; null for an unknown carrier or without a number. */
export function trackingUrlOf(carrier: string | null, trackingNumber: string | null): string | null {
  const known = carrier && knownCarrierOf(carrier)
  return known && trackingNumber ? `${TRACKING_PAGES[known]}${encodeURIComponent(trackingNumber)}` : null
}
