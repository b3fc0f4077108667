/** What each step of the check asks, for people who read the result. */
export const QUESTIONS: Readonly<Record<number, string>> = {
  0: 'Is the file in its exact form?',
  1: 'Are log and witnesses the ones named at the start?',
  2: 'Are giveaway, sealed list and result in the public log?',
  3: 'Did enough witnesses sign the sealed list in time?',
  4: 'Was the list sealed once?',
  5: 'Is every entry possible?',
  6: 'Is the list the sealed one?',
  7: 'Is the secret number the promised one?',
  8: 'Is the random number the one that was named before?',
  9: 'Is the random number the true one?',
  10: 'Does the result follow?',
  11: 'Was the prize passed on in order?',
  12: 'Am I in?',
}
