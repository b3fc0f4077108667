import type { Tier } from './tiers.ts'

/** The shop's rules that an owner may change; `decisions.md` gives the defaults. Safe in the browser. */
export type Settings = {
  minimumAge: number
  premium: { monthlyCents: number; monthlyBenefit: 'bronze-credit' | 'bonus-entries'; earlyAccessHours: number }
  fee: { rate: number; clientShare: number }
  tax: { mode: 'fixed' | 'destination'; state: string; rate: number; nexusStates: string[] }
  shipping: { flatCents: number; freeFromCents: number | null }
  auth: {
    revealAccounts: boolean
    /** Whether staff must have a second factor before they may do anything. A demo begins without, as its accounts are shown. */
    staffSecondFactor: boolean
  }
  /** What the owner of a referral code gets for each person's first paid order; no tier is no reward. */
  referral: { rewardTier: Tier | null; rewardCredits: number }
  /** Hours in which mail-in entries still count after a giveaway closed. */
  mailInHours: number
  /** Where the staff read what shoppers write to support; the same address stands on the pages. */
  supportEmail: string
}

export const SETTINGS: Settings = {
  minimumAge: 21,
  premium: { monthlyCents: 2499, monthlyBenefit: 'bronze-credit', earlyAccessHours: 48 },
  fee: { rate: 0.05, clientShare: 0.7 },
  tax: { mode: 'fixed', state: 'UT', rate: 0.0825, nexusStates: ['UT'] },
  shipping: { flatCents: 0, freeFromCents: null },
  auth: { revealAccounts: false, staffSecondFactor: true },
  referral: { rewardTier: null, rewardCredits: 0 },
  mailInHours: 7 * 24,
  supportEmail: 'support@redoubt.test',
}
