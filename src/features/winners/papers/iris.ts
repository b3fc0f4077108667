import { csvLine } from '#kernel/api/files/csv.server.ts'
import { regionOf } from '#kernel/shipping/us-states.ts'
import type { PrizeAddress } from '../contract.ts'
import type { MiscFileBody, TaxForm } from './contract.ts'

/**
 * Columns of the upload for Form 1099-MISC in the IRS's Information Returns Intake System, as in its template of tax year 2024. The IRS
 * publishes a template for each year: compare the heads before you upload (docs/operations/tax-year.md).
 */
export const COLUMNS = [
  'Form Type',
  'Tax Year',
  'Payer TIN Type',
  'Payer Taxpayer ID Number',
  'Payer Name Type',
  'Payer Business or Entity Name Line 1',
  'Payer Business or Entity Name Line 2',
  'Payer First Name',
  'Payer Middle Name',
  'Payer Last Name (Surname)',
  'Payer Suffix',
  'Payer Country',
  'Payer Address Line 1',
  'Payer Address Line 2',
  'Payer City/Town',
  'Payer State/Province/Territory',
  'Payer ZIP/Postal Code',
  'Payer Phone Type',
  'Payer Phone',
  'Payer Email Address',
  'Recipient TIN Type',
  'Recipient Taxpayer ID Number',
  'Recipient Name Type',
  'Recipient Business or Entity Name Line 1',
  'Recipient Business or Entity Name Line 2',
  'Recipient First Name',
  'Recipient Middle Name',
  'Recipient Last Name (Surname)',
  'Recipient Suffix',
  'Recipient Country',
  'Recipient Address Line 1',
  'Recipient Address Line 2',
  'Recipient City/Town',
  'Recipient State/Province/Territory',
  'Recipient ZIP/Postal Code',
  'Office Code',
  'Form Account Number',
  'FATCA Filing Requirements',
  '2nd TIN Notice',
  'Box 1 - Rents',
  'Box 2 - Royalties',
  'Box 3 - Other Income',
  'Box 4 - Federal income tax withheld',
  'Box 5 - Fishing boat proceeds',
  'Box 6 - Medical and health care payments',
  'Box 7 - Direct sales of $5000 or more of consumer products to a recipient for resale',
  'Box 8 - Substitute payments in lieu of dividends or interest',
  'Box 9 - Crop insurance proceeds',
  'Box 10 - Gross proceeds paid to an attorney',
  'Box 11 - Fish purchased for resale',
  'Box 12 - Section 409A deferrals',
  'Box 14 - Excess golden parachute payments',
  'Box 15 - Nonqualified deferred compensation',
  'Combined Federal/State Filing',
  'State 1',
  'State 1 - State Tax Withheld',
  'State 1 - State/Payer state number',
  'State 1 - State income',
  'State 1 - Local income tax withheld',
  'State 1 - Special Data Entries',
  'State 2',
  'State 2 - State Tax Withheld',
  'State 2 - State/Payer state number',
  'State 2 - State income',
  'State 2 - Local income tax withheld',
  'State 2 - Special Data Entries',
] as const
type Column = (typeof COLUMNS)[number]

export type Recipient = { form: TaxForm; address: PrizeAddress; totalCents: number; accountNumber: string }

/** The intake takes neither quotes nor commas nor line breaks, and letters without accents. */
const plain = (words: string, max: number): string =>
  words
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[",]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[=+\-@]+/, '')
    .slice(0, max)

/** One line of the file: prizes stand in box 3, other income. */
export function miscLine(year: number, payer: MiscFileBody, { form, address, totalCents, accountNumber }: Recipient) {
  const cells: Partial<Record<Column, string>> = {
    'Form Type': '1099-MISC',
    'Tax Year': String(year),
    'Payer TIN Type': 'EIN',
    'Payer Taxpayer ID Number': payer.ein,
    'Payer Name Type': 'B',
    'Payer Business or Entity Name Line 1': plain(payer.name, 80),
    'Payer Country': 'US',
    'Payer Address Line 1': plain(payer.line1, 40),
    'Payer City/Town': plain(payer.city, 40),
    'Payer State/Province/Territory': payer.state,
    'Payer ZIP/Postal Code': payer.postalCode,
    'Payer Phone Type': 'D',
    'Payer Phone': payer.phone,
    'Recipient TIN Type': form.numberKind.toUpperCase(),
    'Recipient Taxpayer ID Number': form.number,
    'Recipient Name Type': 'I',
    'Recipient First Name': plain(form.firstName, 40),
    'Recipient Last Name (Surname)': plain(form.lastName, 40),
    'Recipient Country': 'US',
    'Recipient Address Line 1': plain(address.line1, 40),
    'Recipient Address Line 2': plain(address.line2, 40),
    'Recipient City/Town': plain(address.city, 40),
    // A winner may write the state out.
    'Recipient State/Province/Territory': regionOf(address.state) ?? address.state,
    'Recipient ZIP/Postal Code': address.postalCode,
    'Form Account Number': accountNumber,
    'Box 3 - Other Income': (totalCents / 100).toFixed(2),
  }
  return csvLine(COLUMNS.map(column => cells[column] ?? ''))
}

export const miscHeads = (): string => csvLine(COLUMNS)
