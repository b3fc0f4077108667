/** Options of the state filter. */
export const PRIZE_STATES = [
  { value: '', label: 'All prizes' },
  { value: 'drawn', label: 'To be told' },
  { value: 'notified', label: 'Waiting for an answer' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'shipped', label: 'Shipped' },
  { value: 'done', label: 'Done' },
  { value: 'nobody-left', label: 'Nobody left' },
] as const
export type StateFilter = Exclude<(typeof PRIZE_STATES)[number]['value'], ''>
