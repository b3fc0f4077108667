import type { Country } from './shipping/countries.ts'
import type { Tier } from './values/tiers.ts'

/** Rules that an owner can change while the shop runs. Safe in the browser. */
export type Settings = {
  /** False until the owner opens a new shop: visitors see "Opening soon", and nothing is sold. Changed by `POST /api/admin/open` alone. */
  isOpen: boolean
  /** What the shop is called: on its pages, in e-mails, text messages and documents. */
  brand: {
    name: string
    /** Where room is short: before a text message, under an app's icon. */
    shortName: string
    /** The line under the name; empty says none. */
    tagline: string
    /** `#rrggbb`, of buttons and links; `#kernel/brand/accent.ts` makes the tones of both themes of it. */
    accent: string
    /** Before the number of an order: `RD-100001`. A change holds for later orders. */
    orderPrefix: string
    /** Addresses of pictures (`#kernel/brand/brand-picture.ts`): the logo on light grounds, the one on dark grounds, and the square mark. */
    logoLight: string | null
    logoDark: string | null
    mark: string | null
    /** Addresses of the shop's pages on social networks. */
    social: readonly string[]
  }
  place: {
    /** IANA name of the zone of the shop's days and official times. A change holds from the next midnight, in an unused shop from ever (table `shop_zone`). */
    timeZone: string
    /** Postal code of the state whose law applies to the terms. */
    lawState: string
  }
  /** Who e-mails come from. Without an address it is `MAIL_FROM` of the environment; `senderOf` decides. */
  sender: {
    /** Null: the brand's name. */
    name: string | null
    address: string | null
    /** The selector of the DKIM key with which the mail server signs; null is not known. */
    dkimSelector: string | null
  }
  minimumAge: number
  premium: { monthlyCents: number; monthlyBenefit: 'bronze-credit' | 'bonus-entries'; earlyAccessHours: number }
  fee: { rate: number; clientShare: number }
  /** Where the fee stands: beneath the listed price (`apart`), or in it (`all-in`). */
  pricing: { display: 'apart' | 'all-in' }
  tax: { mode: 'fixed' | 'destination'; state: string; rate: number; nexusStates: readonly string[] }
  shipping: {
    flatCents: number
    freeFromCents: number | null
    /** Business days from the payment to the parcel's departure, as shoppers are promised. Null promises no day. */
    handlingDays: number | null
    /** From this hour of the shop's day on, a payment counts as one of the next day. Null: the whole day counts. */
    cutOffHour: number | null
    /** Countries that goods are sent to. An address elsewhere is refused. */
    countries: readonly Country[]
  }
  auth: {
    revealAccounts: boolean
    /** True if staff need a second factor for every action. Off by default in a demo, because a demo shows its accounts. */
    staffSecondFactor: boolean
  }
  /** Reward of a referral code's owner for each referred user's first paid order. A null tier means no reward. */
  referral: { rewardTier: Tier | null; rewardCredits: number }
  /** Mail-in entries count for this many hours after a giveaway closes; whole days. */
  mailInHours: number
  /** States in which the shop has a store that shoppers visit. Some laws on giveaways ask about it. */
  retail: { states: readonly string[] }
  freeEntry: {
    /** Giveaways take a free entry online, confirmed by e-mail, beside the one by mail. */
    online: boolean
    /** One free entry online per person and giveaway in this many days. */
    everyDays: number
  }
  draw: {
    /** Seconds from the freeze of a list to the round that draws from it. Fixed for a giveaway when it is published. */
    gapSeconds: number
    /** The gap of a prize from `longGapFromCents` on. */
    longGapSeconds: number
    longGapFromCents: number
    /** The witnesses must have cosigned the freeze this many seconds before its round. */
    marginSeconds: number
    /** From this prize value on, passing on a prize and registering a card take two persons. */
    twoPersonsFromCents: number
    /** Below that value, the person who typed a card at the mail-in desk may confirm it too: for a shop of one person. */
    onePersonDesk: boolean
  }
  /** Parts of the shop that an owner switches off while they make trouble. What they hold back waits and is not lost. */
  switches: {
    /** An overloaded process refuses lists first. Off: every call is taken. */
    loadShedding: boolean
    /** Messages of products that are back in stock. Off: requests wait. */
    stockAlerts: boolean
    /** Reminders of carts that were left. */
    cartReminders: boolean
  }
  /** The support desk's address, also shown on the pages. */
  supportEmail: string
  /** Contact details on the pages and in the legal texts. The defaults are placeholders, and no shop opens with them. */
  contact: {
    company: string
    privacyEmail: string
    hours: string
    /** Address lines below the company's name. */
    address: readonly string[]
    /** Postal address for mail-in entries, with the addressee. */
    mailIn: readonly string[]
  }
}

/** The accent whose tones are those of `src/app/styles.css`. */
export const DEFAULT_ACCENT = '#c8642b'

/** The settings of a shop that has just been installed. Its names and addresses are placeholders; the demo's are in its seed. */
export const DEFAULT_SETTINGS: Settings = {
  isOpen: false,
  brand: {
    name: 'New shop',
    shortName: 'New shop',
    tagline: '',
    accent: DEFAULT_ACCENT,
    orderPrefix: 'ORD',
    logoLight: null,
    logoDark: null,
    mark: null,
    social: [],
  },
  place: { timeZone: 'America/Denver', lawState: 'UT' },
  sender: { name: null, address: null, dkimSelector: null },
  minimumAge: 21,
  premium: { monthlyCents: 2499, monthlyBenefit: 'bronze-credit', earlyAccessHours: 48 },
  fee: { rate: 0.05, clientShare: 0.7 },
  pricing: { display: 'apart' },
  tax: { mode: 'fixed', state: 'UT', rate: 0.0825, nexusStates: ['UT'] },
  shipping: { flatCents: 0, freeFromCents: null, handlingDays: null, cutOffHour: null, countries: ['US'] },
  auth: { revealAccounts: false, staffSecondFactor: true },
  referral: { rewardTier: null, rewardCredits: 0 },
  mailInHours: 7 * 24,
  retail: { states: [] },
  // An owner decides: it changes the published rules.
  freeEntry: { online: false, everyDays: 1 },
  draw: {
    gapSeconds: 3600,
    longGapSeconds: 86_400,
    longGapFromCents: 500_000,
    marginSeconds: 300,
    twoPersonsFromCents: 500_000,
    onePersonDesk: false,
  },
  switches: { loadShedding: true, stockAlerts: true, cartReminders: true },
  supportEmail: 'support@shop.example',
  contact: {
    company: 'Company name',
    privacyEmail: 'privacy@shop.example',
    hours: 'Monday to Friday, 9 a.m. to 5 p.m. Eastern time',
    address: ['Street and number', 'City, state and ZIP code', 'USA'],
    mailIn: ['Free entry', 'Street and number', 'City, state and ZIP code', 'USA'],
  },
}

/** Defaults for settings that an owner has not changed. */
export const defaultsOf = (mode: 'demo' | 'production'): Settings =>
  mode === 'demo'
    ? {
        ...DEFAULT_SETTINGS,
        auth: { ...DEFAULT_SETTINGS.auth, staffSecondFactor: false },
        freeEntry: { ...DEFAULT_SETTINGS.freeEntry, online: true },
        shipping: { ...DEFAULT_SETTINGS.shipping, handlingDays: 2 },
        // A visitor of the demo sees the winner while looking.
        draw: { ...DEFAULT_SETTINGS.draw, gapSeconds: 10, longGapSeconds: 10, marginSeconds: 2 },
      }
    : DEFAULT_SETTINGS

/** Settings that every page receives with the document. Must not hold staff-only values. */
export type PublicSettings = Pick<
  Settings,
  | 'isOpen'
  | 'brand'
  | 'place'
  | 'minimumAge'
  | 'premium'
  | 'fee'
  | 'pricing'
  | 'mailInHours'
  | 'freeEntry'
  | 'supportEmail'
  | 'contact'
> & { shipping: Omit<Settings['shipping'], 'cutOffHour'> }

export const publicPartOf = (settings: Settings): PublicSettings => {
  const { isOpen, brand, place, minimumAge, premium, fee, pricing } = settings
  const { cutOffHour: _, ...shipping } = settings.shipping
  const { mailInHours, freeEntry, supportEmail, contact } = settings
  return {
    isOpen,
    brand,
    place,
    minimumAge,
    premium,
    fee,
    pricing,
    shipping,
    mailInHours,
    freeEntry,
    supportEmail,
    contact,
  }
}

/** The shop's name and postal address, line by line. */
export const postalLinesOf = ({ contact: { company, address } }: Pick<Settings, 'contact'>): string[] => [
  company,
  ...address,
]
