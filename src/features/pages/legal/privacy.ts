import type { LegalText } from '#features/legal/contract.ts'
import type { Facts } from './facts.ts'

/** The data that the shop holds about a person, the reasons, and the person's rights. */
export const privacyOf = (facts: Facts): LegalText => ({
  kind: 'privacy',
  title: 'Privacy Policy',
  clauses: [
    {
      title: 'What we keep, and why',
      blocks: [
        {
          points: [
            '**Your account**: name, e-mail address, phone number and birth date, to know you, to reach you and to check your age.',
            '**Your shipping address**, to send orders and prizes.',
            '**Orders, credits and entries**, because the law and a fair draw require a record of them.',
            '**What you agreed to**: which version of these texts, when, and from which network address, as a proof for both of us.',
            '**Security records**: sign-ins and the network addresses they came from, for a limited time.',
          ],
        },
        'Your choice of theme stays in your own browser, and so does your cart until you sign in.',
      ],
    },
    {
      title: 'Whom we share it with',
      blocks: [
        'Only those who do part of the work for us, and only what they need for it: the payment provider, the carrier, and the services that deliver e-mail, text messages and push notifications. We do not sell personal data, and we do not let advertisers follow you here.',
        'Results of giveaways are public. They name a winner in shortened form only, for example by first name and initial, never by e-mail or street address. Slots show that they are taken, not by whom.',
      ],
    },
    {
      title: 'Text messages (SMS)',
      blocks: [
        `If you agree to text messages, we send **up to ${facts.smsPerMonth} messages a month**. Message and data rates may apply. Reply **STOP** to unsubscribe at any time, or HELP for help. **Consent is not a condition of purchase or registration.** We do not pass on phone numbers or consent to others for their marketing.`,
      ],
    },
    {
      title: 'Push notifications and e-mail',
      blocks: [
        'Push notifications come only if you allow them, and stop when you take that back in your browser or in your notification settings. E-mails about your account, your orders and your prizes are part of the service.',
      ],
    },
    {
      title: 'Cookies',
      blocks: [
        'One cookie keeps you signed in. It cannot be read by scripts and goes only to this store. There are no advertising or tracking cookies.',
      ],
    },
    {
      title: 'Your rights',
      blocks: [
        `You may see, correct, take with you and delete what we keep about you. Your [profile](/dashboard?tab=profile) has a button for each. For anything else write to [${facts.privacyEmail}](mailto:${facts.privacyEmail}).`,
        `When you delete your account, it happens at once: name, e-mail address, phone number, birth date, address, messages and sessions are removed. Records of payments, credits and draws stay as long as the law requires, under a number instead of your name. An order keeps its e-mail and street address for ${facts.returnDays} days, so that it can be delivered and returned.`,
        `This store is not meant for anybody under ${facts.minimumAge}, and we delete what we learn of them.`,
      ],
    },
  ],
})
