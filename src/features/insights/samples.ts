import type { LeaderboardRow, RecentSale } from './contract.ts'

/**
 * Sample rows of a demo, labelled "Sample", for when the lists cannot be loaded: three customers and four sales. Never shown in
 * production.
 */
export const SAMPLE_CUSTOMERS: LeaderboardRow[] = [
  { displayName: 'Alex R.', displayEmail: 'a•••@e•••.com', purchaseCount: 12, totalCredits: 48 },
  { displayName: 'Jordan T.', displayEmail: 'j•••@e•••.com', purchaseCount: 9, totalCredits: 31 },
  { displayName: 'Casey L.', displayEmail: 'c•••@e•••.com', purchaseCount: 7, totalCredits: 22 },
]

export const SAMPLE_SALES: RecentSale[] = [
  { id: 'sample-1', customerName: 'Alex R.', location: 'UT, US', items: 1, productName: 'Star-Fort Sticker' },
  { id: 'sample-2', customerName: 'Jordan T.', location: 'CO, US', items: 2, productName: 'Garrison Wristband' },
  { id: 'sample-3', customerName: 'Casey L.', location: 'TX, US', items: 1, productName: 'Field Notebook' },
  { id: 'sample-4', customerName: 'Morgan D.', location: 'ID, US', items: 3, productName: 'Enamel Mug' },
]
