/** Tables whose rows the first proof of a mailbox deletes, because each opens the account or may become a way to open it. */
export const METHOD_TABLES = [
  { table: 'second_factor', isMethod: true },
  { table: 'passkey', isMethod: true },
  { table: 'recovery_code', isMethod: false },
  { table: 'factor_enrolment', isMethod: false },
  { table: 'sign_in_challenge', isMethod: false },
  { table: 'confirmed_registration', isMethod: false },
] as const

/**
 * The other tables of this feature with rows under a user's id, each with its treatment at the first proof.
 * `mailbox-proof/tests/account-tables.test.ts` fails for a table that is in neither list.
 */
export const OTHER_USER_TABLES = {
  session: 'deleteSessions, which also refuses sign-ins in progress',
  credential: 'the password and its demand are removed; the row stays for the next password',
  token_revocation: 'voids tokens and opens nothing',
  shipping_address: 'opens nothing; the user sees it before each order',
  saved_address: 'opens nothing; the user sees it before each order',
  referral_code: 'opens nothing',
  user_note: 'words of staff, which the user never sees',
} as const
