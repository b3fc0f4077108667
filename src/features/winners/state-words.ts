import type { PaperKind, PaperStatus, State, Task } from './rules.ts'

/** Display text of each state. */
export const STATE_WORDS: Record<State, string> = {
  drawn: 'drawn',
  notified: 'waiting for an answer',
  accepted: 'accepted',
  shipped: 'shipped',
  done: 'done',
  declined: 'declined',
  forfeited: 'forfeited',
  disqualified: 'disqualified',
}

export const PAPER_WORDS: Record<PaperKind, string> = {
  'tax-form': 'Form W-9',
  affidavit: 'Affidavit of eligibility, with liability and publicity release',
}

export const PAPER_STATUS_WORDS: Record<PaperStatus, string> = {
  asked: 'asked for',
  received: 'received',
  checked: 'checked',
}

export const TASK_WORDS: Record<Task, string> = {
  tell: 'Tell the winner',
  'collect-papers': 'Collect the papers',
  'check-papers': 'Check the papers',
  ship: 'Ship the prize',
  confirm: 'See that it arrived',
  'nobody-left': 'Nobody is left: decide about the prize',
}
