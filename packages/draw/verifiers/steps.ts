/** What each step of the check asks, for people who read the result. */
export const QUESTIONS: Readonly<Record<number, string>> = {
  0: 'Is the file in its exact form?',
  1: 'Is the policy the one of the start?',
  2: "Are start, freeze and draw in the shop's log?",
  3: 'Did enough witnesses confirm the list in time?',
  4: 'Does the first freeze decide?',
  5: 'Is every entry possible?',
  6: 'Is the list the frozen one?',
  7: 'Is the seed the promised one?',
  8: 'Is the round the one that the rules fixed?',
  9: 'Did the beacon sign this round?',
  10: 'Does the order follow?',
  11: 'Was the prize passed on in order?',
  12: 'Am I in?',
}
