/** Counting of waiting work stops here; screens show "100+". */
export const WAITING_LIMIT = 100
/** Records of each kind of work that are named. */
export const NAMED = 3
