import type { Field } from '#kernel/fields/field-table.ts'
import { ALL_IN_LAWS } from '../all-in-laws.ts'
import type { SettingsGroup } from '../contract.ts'
import { GROUPED, SINGLE } from '../setting-fields.ts'
import type { Setting } from '../setting-kinds.ts'

type Shown = Setting<unknown> & Field

/** A setting of the form. `name` is its dotted name, as in the API and the audit log. */
export type SettingField = Shown & { name: string }

export type SettingSection = {
  id: string
  title: string
  about: string
  groups: readonly SettingsGroup[]
  fields: readonly SettingField[]
}

const fieldsOf = (group: SettingsGroup): SettingField[] =>
  group in GROUPED
    ? Object.entries(GROUPED[group as keyof typeof GROUPED].fields).map(([name, field]) => ({
        ...(field as unknown as Shown),
        name: `${group}.${name}`,
      }))
    : [{ ...(SINGLE.fields[group as keyof typeof SINGLE.fields] as unknown as Shown), name: group }]

/** @param groups default: the one of the section's name */
const section = (id: string, title: string, about: string, groups = [id as SettingsGroup]): SettingSection => ({
  ...{ id, title, about, groups },
  fields: groups.flatMap(fieldsOf),
})

const [company, ...contact] = fieldsOf('contact')
const CONTACT: SettingSection = {
  id: 'contact',
  title: 'Shop and contact',
  about: 'Appears in the footer, in the legal texts, on receipts and under every promotional e-mail.',
  groups: ['supportEmail', 'contact'],
  fields: [company!, ...fieldsOf('supportEmail'), ...contact],
}

/** All settings of the tab. */
export const SECTIONS: readonly SettingSection[] = [
  section('brand', 'Brand', 'What shoppers call the shop, on every page and in every message.'),
  section('place', 'Place', 'The time zone of the shop, and the state whose law applies.'),
  section('sender', 'Sender', 'Who e-mails come from. A test e-mail and the check of DNS use what is saved.'),
  CONTACT,
  section('rules', 'Age and free entries', 'Who may have an account, buy and enter; how long entries by mail count.', [
    'minimumAge',
    'mailInHours',
    'freeEntry',
    'retail',
  ]),
  section('premium', 'Premium membership', 'A new price is for new members. Existing members keep theirs.'),
  section(
    'fee',
    'Merchant platform fee',
    'A share of the discounted goods, rounded up to the next whole dollar, shown as a separate line.',
  ),
  section('pricing', 'Prices shown', `Where the platform fee appears beside a price. ${ALL_IN_LAWS}`),
  section('tax', 'Sales tax', 'One rate for every order, or that of the state an order is sent to.'),
  section('shipping', 'Shipping', 'Added to every order of goods, and where goods are sent.'),
  section(
    'draw',
    'Draws',
    'When the public round comes that draws a winner. A giveaway keeps what was set when it was published.',
  ),
  section('referral', 'Referrals', 'What the owner of a referral code gets for each person’s first paid order.'),
  section('auth', 'Signing in', 'What visitors can learn about accounts, and what staff need to sign in.'),
  section(
    'switches',
    'Switches',
    'Off while a part makes trouble. It holds at once in every process, and no restart is needed.',
  ),
]

export const FIELDS = SECTIONS.flatMap(({ fields }) => fields)
export const LABELS: Record<string, string> = Object.fromEntries(FIELDS.map(({ name, label }) => [name, label]))
