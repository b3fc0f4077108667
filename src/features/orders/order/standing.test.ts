import { expect, it } from 'vitest'
import { trackingNumberOf, trackingUrlOf } from './standing.ts'

it('a parcel links to its carrier’s page, and its number is stored as printed', () => {
  expect(trackingNumberOf(' 9400 1000-aa ')).toBe('94001000AA')
  expect(trackingNumberOf('')).toBeNull()
  expect(trackingUrlOf('usps', '94001')).toBe('https://tools.usps.com/go/TrackConfirmAction?tLabels=94001')
  expect(trackingUrlOf('UPS', '1Z9')).toBe('https://www.ups.com/track?tracknum=1Z9')
  expect(trackingUrlOf('FedEx', '77')).toBe('https://www.fedex.com/fedextrack/?trknbr=77')
  expect(trackingUrlOf('DHL', '77')).toBe('https://www.dhl.com/us-en/home/tracking.html?tracking-id=77')
  expect(trackingUrlOf('Courier of Provo', '77')).toBeNull()
  expect(trackingUrlOf('UPS', null)).toBeNull()
})
