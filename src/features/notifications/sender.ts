/** Who writes, as every promotional message has to say. The same as the contact on the pages, which are a later feature; a test compares. */
export const SENDER = {
  postal: 'Redoubt Supply Co., PO Box 2100, Provo, UT 84603, USA',
  help: 'support@redoubt.test',
} as const
