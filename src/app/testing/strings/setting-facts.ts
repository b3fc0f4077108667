import { toShown } from '#features/settings/contract.ts'
import { DEFAULT_SETTINGS, type Settings } from '#kernel/settings.ts'
import { DEMO_SETTINGS } from '../../../../db/demo/settings.ts'

/** Every setting with a value that no shop has by default. */
export const UNUSUAL: Settings = {
  isOpen: true,
  brand: {
    name: 'Outpost',
    shortName: 'Outpost',
    tagline: 'Ever northward.',
    accent: '#1f6feb',
    orderPrefix: 'OP',
    logoLight: '/icons/icon-512.png',
    logoDark: '/icons/icon-192.png',
    mark: '/icons/icon-192.png',
    social: ['https://www.instagram.com/outpost'],
  },
  place: { timeZone: 'America/Anchorage', lawState: 'VT' },
  sender: { name: 'Outpost Post', address: 'post@outpost.example', dkimSelector: 'op1' },
  minimumAge: 27,
  premium: { monthlyCents: 3137, monthlyBenefit: 'bonus-entries', earlyAccessHours: 73 },
  fee: { rate: 0.0613, clientShare: 0.59 },
  pricing: { display: 'all-in' },
  tax: { mode: 'destination', state: 'OH', rate: 0.0719, nexusStates: ['OH', 'NV'] },
  shipping: { flatCents: 417, freeFromCents: 8300, handlingDays: 11, cutOffHour: 13, countries: ['US', 'CA'] },
  auth: { revealAccounts: true, staffSecondFactor: false },
  referral: { rewardTier: 'Gold', rewardCredits: 3 },
  mailInHours: 11 * 24,
  retail: { states: ['RI'] },
  freeEntry: { online: true, everyDays: 9 },
  draw: {
    gapSeconds: 5 * 3600,
    longGapSeconds: 31 * 3600,
    longGapFromCents: 730_000,
    marginSeconds: 77,
    twoPersonsFromCents: 610_000,
    onePersonDesk: true,
  },
  switches: { loadShedding: false, stockAlerts: false, cartReminders: false },
  supportEmail: 'help@outpost.example',
  contact: {
    company: 'Outpost Trading',
    privacyEmail: 'data@outpost.example',
    hours: 'Daily, noon to 4 p.m. Pacific time',
    address: ['9 Quay Street', 'Portland, OR 97204'],
    mailIn: ['Outpost Free Entry', '11 Quay Street', 'Portland, OR 97204'],
  },
}

/** `UNUSUAL` as an owner writes it, in dollars. */
export const UNUSUAL_CHANGE = toShown(UNUSUAL)

/** The settings of the demo, whose names the words of `usual` look for, with the defaults for the draw. */
export const USUAL: Settings = {
  ...DEFAULT_SETTINGS,
  ...DEMO_SETTINGS,
  shipping: { ...DEFAULT_SETTINGS.shipping, handlingDays: 2 },
  auth: { ...DEFAULT_SETTINGS.auth, staffSecondFactor: false },
  freeEntry: { ...DEFAULT_SETTINGS.freeEntry, online: true },
}
export const USUAL_CHANGE = toShown(USUAL)

/**
 * `usual` tells a setting by its default, `now` by its value in `UNUSUAL`.
 * `isChosen` if the source has a sentence without a figure for the default, which the page chooses.
 */
export type Fact = { usual: RegExp; now: RegExp; isChosen?: true }
/** How people read a setting; or the reason why no page of theirs tells its value. */
export const FACTS: Record<string, Fact | string> = {
  minimumAge: {
    usual:
      /\b(21|twenty-one)\b( years)?( of age)? ?(\+|or older|or over|and over|and older)|under 21\b|adults of 21\b|21 when|turns? 21\b/i,
    now: /\b27\b/,
  },
  'premium.monthlyCents': { usual: /24\.99|299\.88/, now: /31\.37|376\.44/ },
  'premium.monthlyBenefit': {
    usual:
      /\b(1|one|a) Bronze credit\b[^.]*\b(every|a|per|each) month|Bronze credit (still )?comes|monthly Bronze credit/i,
    now: /5 bonus entries|monthly bonus entries|bonus entries (still )?come/i,
  },
  'premium.earlyAccessHours': {
    usual:
      /48[ -]hours? (before|early|earlier)\b|\b(2|two) days (before (every|others|all)|early|earlier)|\b(early access|premium|members?)\b[^.]*\b(48[ -]hours?|(2|two) days)\b/i,
    now: /\b73[ -]hours?\b/,
  },
  'fee.rate': { usual: /\b5 ?%|\bfive percent\b/i, now: /6\.13 ?%/ },
  'fee.clientShare': { usual: /\b70 ?%|\b30 ?%/, now: /\b59 ?%|\b41 ?%/ },
  'pricing.display': 'the form of all prices, which e2e/prices.test.ts reads on each page',
  'tax.mode': 'a rule of the calculation',
  'tax.state': 'a rule of the calculation',
  'tax.rate': { usual: /8\.25 ?%/, now: /7\.19 ?%/ },
  'tax.nexusStates': 'a rule of the calculation',
  'shipping.flatCents': {
    usual: /\bfree shipping to|shipping is free/i,
    now: /\$4\.17|tax and shipping are added/i,
    isChosen: true,
  },
  'shipping.freeFromCents': { usual: /\bfree shipping to/i, now: /\$83\b/, isChosen: true },
  'shipping.handlingDays': { usual: /\b(2|two) business days\b/i, now: /\b11 business days\b/ },
  'shipping.cutOffHour': 'a rule of the calculation',
  'shipping.countries': {
    usual: /\bship(s|ping|ped)?\b( goods| orders)? (to|in|within) the United States\b(?! (and|or) )/i,
    now: /Canada/,
  },
  'auth.revealAccounts': 'a rule of the sign-in',
  'auth.staffSecondFactor': 'a rule of the staff',
  'referral.rewardTier': { usual: /(?!)/, now: /\bGold credits?\b/ },
  'referral.rewardCredits': { usual: /(?!)/, now: /\b3 Gold credits\b/ },
  mailInHours: {
    usual: /\b(7|seven) days (of|after) the close\b|mail-in window (runs|of|for)[^.]*\b(7|seven) days\b/i,
    now: /\b11 days\b/,
  },
  'retail.states': 'a question of the laws on giveaways, which staff answer',
  'freeEntry.online': 'a way to enter, which is there or not',
  'freeEntry.everyDays': {
    usual: /\bonce a day\b[^.]*(free|entry|person)|\bone free entry [^.]*\b(a|per|each) day\b/i,
    now: /\b9 days\b/,
  },
  'draw.gapSeconds': { usual: /\b(1 hour|an hour|3600 seconds) after (the|that) (seal|list)/i, now: /\b5 hours\b/ },
  'draw.longGapSeconds': { usual: /\b24 hours (for|after)[^.]*(prize|seal)/i, now: /\b31 hours\b/ },
  'draw.longGapFromCents': { usual: /\$5,000\b/, now: /\$7,300\b/ },
  'draw.marginSeconds': 'a time limit of the witnesses',
  'draw.twoPersonsFromCents': { usual: /\$5,000\b/, now: /\$6,100\b|\$7,300\b/ },
  'draw.onePersonDesk': 'a rule of the staff',
  'switches.loadShedding': 'a rule of the server',
  isOpen: 'before the opening visitors see a page of its own',
  'switches.stockAlerts': 'a rule of the messages',
  'switches.cartReminders': 'a rule of the messages',
  supportEmail: { usual: /support@redoubt\.test/, now: /help@outpost\.example/ },
  'brand.name': { usual: /\bRedoubt\b(?! (Supply|Free Entry))/, now: /\bOutpost\b(?! (Trading|Free Entry))/ },
  'brand.shortName': { usual: /\bRedoubt: /, now: /\bOutpost: / },
  'brand.accent': 'a colour',
  'brand.logoLight': 'a picture',
  'brand.logoDark': 'a picture',
  'brand.mark': 'a picture',
  'brand.social': 'addresses elsewhere',
  'brand.orderPrefix': { usual: /\bRD-[\d{]/, now: /\bOP-\d/ },
  'sender.name': 'the head of e-mails',
  'sender.address': 'the head of e-mails',
  'sender.dkimSelector': 'a name in DNS',
  'place.timeZone': { usual: /Mountain (standard |daylight )?time\b|\bM[SD]T\b/i, now: /Alaska time|\bAK[SD]T\b/ },
  'place.lawState': { usual: /\b(State|laws?) of Utah\b/i, now: /\bState of Vermont\b/ },
  'brand.tagline': { usual: /Hold the line/, now: /Ever northward/ },
  'contact.company': { usual: /Redoubt Supply/, now: /Outpost Trading/ },
  'contact.privacyEmail': { usual: /privacy@redoubt\.test/, now: /data@outpost\.example/ },
  'contact.hours': { usual: /Eastern time/, now: /noon to 4 p\.m\. Pacific time/ },
  'contact.address': { usual: /PO Box 2100\b/, now: /\b9 Quay Street/ },
  'contact.mailIn': { usual: /PO Box 2101|Redoubt Free Entry/, now: /11 Quay Street|Outpost Free Entry/ },
}

/** Names the settings that a text tells by their defaults. */
export const told = (text: string): string[] =>
  Object.entries(FACTS).flatMap(([name, fact]) => (typeof fact !== 'string' && fact.usual.test(text) ? [name] : []))
/** True if the page chooses a setting's sentence. */
export const isChosen = (setting: string) => (FACTS[setting] as Fact).isChosen ?? false

/** All values of nested records, by dotted name. */
export const leavesOf = (value: unknown, path = ''): [string, string][] =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, part]) => leavesOf(part, path ? `${path}.${name}` : name))
    : [[path, JSON.stringify(value)]]
