import { describe, expect, it } from 'vitest'
import { carrierNameOf, trackingUrlOf } from './carriers.ts'
import { carrierOfNumber, isTrackingNumber, parcelDoubt, trackingNumberOf, trackingNumbersOf } from './parcel-number.ts'

/** Numbers of each form, good and with one digit wrong; those of github.com/jkeen/tracking_number_data. */
const KNOWN: [carrier: string, good: string[], bad: string[]][] = [
  [
    'USPS',
    [
      '9400111206206406260787',
      '9261290113185417468510',
      '9400100110368068953068',
      '92748931507708513018050063',
      '9505511069605048600624',
      'RB123456785US',
      '71123456789123456787',
    ],
    [
      '9434611206206407667131',
      '9261290113185417468511',
      '92748931507708513018050064',
      'RB123456786US',
      '71123456789123456788',
    ],
  ],
  [
    'UPS',
    ['1Z5R89390357567127', '1Z999AA10123456784', '1Z879E930346834440', '1ZXX3150YW44070023'],
    ['1Z5R89390357567128', '1Z1111111111111111', '1Z5R8939035756712'],
  ],
  [
    'FedEx',
    ['986578788855', '477179081230', '568283610012734', '041441760228964', '9611020987654312345672'],
    ['996578788855', '568283610012732', '9611020987654312345673'],
  ],
  ['DHL', ['3318810025', '73891051146', '8487135506'], ['3318810010', '3318810034']],
]

describe('the carrier of a tracking number', () => {
  it.each(KNOWN)('%s is recognized by the check digit alone [B-13.119]', (carrier, good, bad) => {
    for (const number of good) {
      expect(carrierOfNumber(number), number).toBe(carrier)
      expect(parcelDoubt(carrier, number), number).toBeNull()
    }
    for (const number of bad) {
      expect(carrierOfNumber(number), number).not.toBe(carrier)
      expect(parcelDoubt(carrier, number), number).toMatch(/looks mistyped/)
    }
  })

  it('a number that another carrier has is doubted, and a form that is not known here is not [B-13.119]', () => {
    expect(parcelDoubt('USPS', '1Z5R89390357567127')).toBe('This looks like a number of UPS, not of USPS.')
    expect(parcelDoubt('OnTrac', '1Z5R89390357567127')).toBeNull()
    expect(parcelDoubt('OnTrac', '1Z5R89390357567128')).toMatch(/looks mistyped/)
    // FedEx, UPS and DHL hand parcels to USPS under numbers of this form.
    expect(parcelDoubt('FedEx', '9261290113185417468510')).toBeNull()
    for (const [carrier, number] of [
      ['UPS', 'K1506235620'],
      ['USPS', '12345'],
      ['GOFO', 'GFUS01012345678901'],
      ['FedEx', null],
    ] as const)
      expect(parcelDoubt(carrier, number), `${number}`).toBeNull()
    expect(carrierOfNumber('RB123456785GB')).toBeNull()
    expect(carrierOfNumber('12345678901234')).toBeNull()
  })

  it('a name of a carrier or of its service is the carrier, and links its page [B-13.119]', () => {
    const names: [string, string][] = [
      ['UPS Ground', 'UPS'],
      ['ups® next day air', 'UPS'],
      ['U.S.P.S. Ground Advantage', 'USPS'],
      ['USPS', 'USPS'],
      ['Fed Ex', 'FedEx'],
      ['FEDEX home delivery', 'FedEx'],
      ['DHL\u00a0Express', 'DHL'],
      ['Upstate Couriers', 'Upstate Couriers'],
      ['OnTrac', 'OnTrac'],
    ]
    for (const [written, carrier] of names) expect(carrierNameOf(written), written).toBe(carrier)
    expect(trackingUrlOf('UPS Ground', '1Z999AA10123456784')).toBe(
      'https://www.ups.com/track?tracknum=1Z999AA10123456784',
    )
    expect(trackingUrlOf('USPS', 'A&b=1')).toMatch(/tLabels=A%26b%3D1$/)
    expect(trackingUrlOf('Upstate Couriers', '1')).toBeNull()
  })
})

describe('a tracking number as typed, pasted or scanned', () => {
  it('loses spaces, signs without width and dashes of any kind [B-13.119]', () => {
    for (const typed of [
      '1z5r 8939 0357 567127',
      '1Z-5R8939-0357567127',
      '1Z\u20115R8939\u20130357567127\u200b',
      '\u2060１Ｚ5R89390357567127',
      ' 1Z\u00a05R89390357567127\t',
    ])
      expect(trackingNumberOf(typed), JSON.stringify(typed)).toBe('1Z5R89390357567127')
    expect(trackingNumberOf(' - ')).toBeNull()
    expect(trackingNumberOf(undefined)).toBeNull()
    expect(isTrackingNumber('1Z–5R8939')).toBe(true)
    for (const wrong of ['1Z/5', '1Z,5', '😀', 'x'.repeat(61)]) expect(isTrackingNumber(wrong), wrong).toBe(false)
  })

  it('is the number within the barcode, where its check digit tells which [B-13.119]', () => {
    const scanned: [string, string][] = [
      ['420787459400111206206406260787', '9400111206206406260787'],
      ['420 78745 9400 1112 0620 6406 2607 87', '9400111206206406260787'],
      ['4201028200009261290113185417468510', '9261290113185417468510'],
      ['4201002334249200190132607600833457', '9200190132607600833457'],
      // 420 and five digits before a number of 26.
      ['4201012192748931507708513018050063', '92748931507708513018050063'],
      ['1001901781990001000300617767839437', '617767839437'],
    ]
    for (const [barcode, number] of scanned) expect(trackingNumberOf(barcode), barcode).toBe(number)
    for (const wrong of ['420787459400111206206406260788', '1001901781990001000300617767839438', '42078745'])
      expect(trackingNumberOf(wrong), wrong).toBe(wrong)
    expect(trackingNumbersOf('420787459400111206206406260787')).toEqual([
      '9400111206206406260787',
      '420787459400111206206406260787',
    ])
  })
})
