import type { Tier } from './tiers.ts'

/** The shop's rules that an owner may change while it runs; `decisions.md` gives the defaults. Safe in the browser. */
export type Settings = {
  minimumAge: number
  premium: { monthlyCents: number; monthlyBenefit: 'bronze-credit' | 'bonus-entries'; earlyAccessHours: number }
  fee: { rate: number; clientShare: number }
  tax: { mode: 'fixed' | 'destination'; state: string; rate: number; nexusStates: readonly string[] }
  shipping: { flatCents: number; freeFromCents: number | null }
  auth: {
    revealAccounts: boolean
    /** Whether staff must have a second factor before they may do anything. A demo begins without, as its accounts are shown. */
    staffSecondFactor: boolean
  }
  /** What the owner of a referral code gets for each person's first paid order; no tier is no reward. */
  referral: { rewardTier: Tier | null; rewardCredits: number }
  /** Hours in which mail-in entries still count after a giveaway closed; whole days. */
  mailInHours: number
  /** Where the staff read what shoppers write to support; the same address stands on the pages. */
  supportEmail: string
  /** How people reach the shop, and whom the legal texts name. The defaults are invented, as the demo is. */
  contact: {
    company: string
    privacyEmail: string
    hours: string
    /** Under the company's name, as on a letter. */
    address: readonly string[]
    /** Where mail-in entries go, with the addressee. */
    mailIn: readonly string[]
  }
}

export const DEFAULT_SETTINGS: Settings = {
  minimumAge: 21,
  premium: { monthlyCents: 2499, monthlyBenefit: 'bronze-credit', earlyAccessHours: 48 },
  fee: { rate: 0.05, clientShare: 0.7 },
  tax: { mode: 'fixed', state: 'UT', rate: 0.0825, nexusStates: ['UT'] },
  shipping: { flatCents: 0, freeFromCents: null },
  auth: { revealAccounts: false, staffSecondFactor: true },
  referral: { rewardTier: null, rewardCredits: 0 },
  mailInHours: 7 * 24,
  supportEmail: 'support@redoubt.test',
  contact: {
    company: 'Redoubt Supply Co.',
    privacyEmail: 'privacy@redoubt.test',
    // customer-side.md and checkout-and-admin.md: support keeps Eastern time.
    hours: 'Monday to Friday, 9 a.m. to 5 p.m. Eastern time',
    address: ['PO Box 2100', 'Provo, UT 84603', 'USA'],
    mailIn: ['Redoubt Free Entry', 'PO Box 2101', 'Provo, UT 84603', 'USA'],
  },
}

/** What holds where an owner has set nothing. */
export const defaultsOf = (mode: 'demo' | 'production'): Settings =>
  mode === 'demo'
    ? { ...DEFAULT_SETTINGS, auth: { ...DEFAULT_SETTINGS.auth, staffSecondFactor: false } }
    : DEFAULT_SETTINGS

/** What every page may name; it comes with the document, so it holds nothing that only staff may know. */
export type PublicSettings = Pick<
  Settings,
  'minimumAge' | 'premium' | 'fee' | 'shipping' | 'mailInHours' | 'supportEmail' | 'contact'
>

export const publicPartOf = (settings: Settings): PublicSettings => {
  const { minimumAge, premium, fee, shipping, mailInHours, supportEmail, contact } = settings
  return { minimumAge, premium, fee, shipping, mailInHours, supportEmail, contact }
}

/** The shop's name and address as on a letter, line by line. */
export const postalLinesOf = ({ contact: { company, address } }: Pick<Settings, 'contact'>): string[] => [
  company,
  ...address,
]
