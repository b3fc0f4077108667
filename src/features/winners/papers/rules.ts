export const TAX_NUMBER_KINDS = ['ssn', 'itin'] as const
export type TaxNumberKind = (typeof TAX_NUMBER_KINDS)[number]

/** Years for which a tax form is kept: the IRS asks for four where tax was withheld, and three otherwise. */
export const KEEP_TAX_FORM_YEARS = 4

/** Social Security numbers that are never issued: area 000, 666 or from 900, group 00, serial 0000 (Social Security Administration). */
const SSN = /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/
/** Numbers for taxpayers without one: 9, and a group from 50 to 99 without 66 to 69, 89 and 93 (Internal Revenue Manual 3.21.263). */
const ITIN = /^9\d{2}(5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\d{4}$/

/** Whether the nine digits can be a number of this kind. */
export const isTaxNumber = (kind: TaxNumberKind, digits: string): boolean => (kind === 'ssn' ? SSN : ITIN).test(digits)
