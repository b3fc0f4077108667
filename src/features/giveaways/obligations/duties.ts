import type { Region } from '#kernel/shipping/us-states.ts'
import { REPORTED_FROM_CENTS } from './reported-prizes.ts'

/** Version of the table below. Raise it with every change; a finished task keeps the version by which it was finished. */
export const TABLE_VERSION = 2

/** `statute`: the text of the section. `agency`: a page or form of the authority. `secondary`: what others write about it. */
export const SOURCE_KINDS = ['statute', 'agency', 'secondary'] as const

/** Where a row comes from, and what of it was read. */
export type Source = {
  citation: string
  url: string
  read: (typeof SOURCE_KINDS)[number]
  /** The day on which the source was read. */
  readOn: string
  /** What could not be read, or what the owner should ask. */
  caveat?: string
}

/** All named conditions hold. Amounts in cents. */
export type Condition = {
  /** Residents of this state may enter. */
  openIn?: Region
  /** The prize is worth more than this. */
  above?: number
  /** The prize is worth at least the amount of the year of its draw: of the last year named here that is not later. */
  fromByYear?: Readonly<Record<number, number>>
  /** The shop has a store in this state (`retail.states` in the settings). */
  retailIn?: Region
}

/** `before`: days before the first entry. `after`: days after the draw. `next-year`: a day of the year after the draw, or the next weekday. */
export type DueRule =
  | { rule: 'before'; days: number }
  | { rule: 'after'; days: number }
  | { rule: 'next-year'; month: number; day: number }

export type Duty = {
  id: string
  jurisdiction: string
  when: Condition
  task: string
  due: DueRule
  /** The official rules are filed with it, so that other rules ask for another filing. */
  filesRules?: true
  source: Source
}

const READ_ON = '2026-11-26'

const FDACS: Source = {
  citation: 'Florida Statutes 849.094(3)-(4)',
  url: 'https://www.fdacs.gov/Business-Services/Game-Promotions-Sweepstakes',
  read: 'agency',
  readOn: READ_ON,
  caveat:
    'Read as the page stood on 2022-06-26. The bond is waived after five years of game promotions in Florida without an action against the operator.',
}

const NEW_YORK_AGENCY: Source = {
  citation: 'New York General Business Law 369-e',
  url: 'https://www.dos.ny.gov/corps/gamesofchance.html',
  read: 'agency',
  readOn: READ_ON,
}

const IRS: Source = {
  citation: '26 U.S.C. 6041, as amended by Public Law 119-21, section 70433',
  url: 'https://sovos.com/regulatory-updates/trr/one-big-beautiful-bill-raises-1099-reporting-thresholds',
  read: 'secondary',
  readOn: READ_ON,
  caveat:
    'The notes to 26 U.S.C. 6041A confirm section 70433 for payments after 2025-12-31; its amount of $2,000 was read in secondary sources. From 2027 on the amount rises with prices, which this table does not know: it keeps $2,000.',
}

const NEW_YORK = { jurisdiction: 'New York', when: { openIn: 'NY', above: 500_000 } } as const
const FLORIDA = { jurisdiction: 'Florida', when: { openIn: 'FL', above: 500_000 } } as const
const REPORTED = { jurisdiction: 'Federal', when: { fromByYear: REPORTED_FROM_CENTS }, source: IRS } as const

/**
 * What federal and state law ask of the sponsor of a giveaway: data, not advice. States without a row had no duty of registration in what
 * was read. Arizona registers contests of skill, not sweepstakes.
 */
export const DUTIES: readonly Duty[] = [
  {
    id: 'ny-filing',
    ...NEW_YORK,
    task: 'File the registration of the game of chance with the rules, and pay the fee of $100',
    due: { rule: 'before', days: 30 },
    filesRules: true,
    source: {
      citation: 'New York General Business Law 369-e(1)',
      url: 'https://lexace.ai/us/statute/new-york/gbs-369-E',
      read: 'statute',
      readOn: READ_ON,
      caveat: 'What was read does not say how filed rules may change. Changed rules ask for another filing here.',
    },
  },
  {
    id: 'ny-bond',
    ...NEW_YORK,
    task: 'File a surety bond or proof of a trust account over the value of all prizes',
    due: { rule: 'before', days: 30 },
    source: NEW_YORK_AGENCY,
  },
  {
    id: 'fl-filing',
    ...FLORIDA,
    task: 'File the rules and the list of prizes as a game promotion, and pay the fee of $100',
    due: { rule: 'before', days: 7 },
    filesRules: true,
    source: {
      citation: 'Florida Statutes 849.094(3)',
      url: 'https://flsenate.gov/Session/Bill/2005/335/BillText/c1/HTML',
      read: 'statute',
      readOn: READ_ON,
      caveat:
        'Subsection (3) was read as a bill of 2005 printed it. It forbids any change of the rules once they are filed: ask the Department before you change them.',
    },
  },
  {
    id: 'fl-bond',
    ...FLORIDA,
    task: 'File a surety bond or a statement of trust over the value of all prizes, or the waiver',
    due: { rule: 'before', days: 7 },
    source: FDACS,
  },
  {
    id: 'ri-filing',
    jurisdiction: 'Rhode Island',
    when: { openIn: 'RI', above: 50_000, retailIn: 'RI' },
    task: 'File the statement of the game of chance with the Secretary of State, and pay the fee of $150',
    due: { rule: 'before', days: 0 },
    source: {
      citation: 'Rhode Island General Laws 11-50-1',
      url: 'https://forms.justia.com/rhode-island/secretary-of-state/miscellaneous/statement-with-reference-to-games-of-chance-92144.html',
      read: 'agency',
      readOn: READ_ON,
      caveat:
        'A bill of 2024 would repeal chapter 11-50. Whether it was enacted could not be read: ask the Secretary of State before filing.',
    },
  },
  {
    id: 'fl-winners',
    ...FLORIDA,
    task: 'File the certified list of winners of prizes over $25',
    due: { rule: 'after', days: 60 },
    source: {
      citation: 'Florida Statutes 849.094(5)',
      url: 'https://www.sweeppeasweeps.com/official-rules-center/which-states-require-sweepstakes-registration/',
      read: 'secondary',
      readOn: READ_ON,
    },
  },
  {
    id: 'ny-winners',
    ...NEW_YORK,
    task: 'File the certified list of winners of prizes over $25, with the day on which each prize was delivered',
    due: { rule: 'after', days: 90 },
    source: NEW_YORK_AGENCY,
  },
  {
    id: 'irs-statement',
    ...REPORTED,
    task: 'Send the winner the statement of form 1099-MISC, box 3',
    due: { rule: 'next-year', month: 1, day: 31 },
  },
  {
    id: 'irs-return',
    ...REPORTED,
    task: 'File form 1099-MISC with the IRS electronically',
    due: { rule: 'next-year', month: 3, day: 31 },
  },
]
