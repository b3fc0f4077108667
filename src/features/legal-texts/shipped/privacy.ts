import { computed, paragraph, type ShippedTemplate } from '../template.ts'

/** The data that the shop holds about a person, the reasons, and the person's rights. */
export const PRIVACY: ShippedTemplate = {
  kind: 'privacy',
  title: 'Privacy Policy',

  clauses: [
    {
      name: 'kept-data',
      title: 'What we keep, and why',
      blocks: [computed('kept-data')],
    },
    {
      name: 'shared-data',
      title: 'Whom we share it with',
      blocks: [
        paragraph(
          'Only those who do part of the work for us, and only what they need for it: the payment provider, the carrier, and the services that deliver e-mail, text messages and push notifications. We do not sell personal data, and we do not let advertisers follow you here.',
        ),
        computed('public-results'),
      ],
    },
    {
      name: 'text-messages',
      title: 'Text messages (SMS)',
      blocks: [computed('text-messages')],
    },
    {
      name: 'push-and-email',
      title: 'Push notifications and e-mail',
      blocks: [computed('push-and-email')],
    },
    {
      name: 'cookies',
      title: 'Cookies',
      blocks: [computed('cookies')],
    },
    {
      name: 'your-rights',
      title: 'Your rights',
      fields: ['privacyEmail', 'minimumAge'],
      blocks: [
        paragraph(
          'You may see, correct, take with you and delete what we keep about you. Your [profile](/dashboard?tab=profile) has a button for each. For anything else write to [{privacyEmail}](mailto:{privacyEmail}).',
        ),
        computed('deletion'),
        paragraph('This store is not meant for anybody under {minimumAge}, and we delete what we learn of them.'),
      ],
    },
  ],
  computed: {
    'kept-data': {
      label: 'Data that the store keeps',
      why: 'The software keeps these data. What you keep besides can stand below.',
      blocksOf: () => [
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
    'public-results': {
      label: 'Public results',
      why: 'The software publishes results in this form.',
      blocksOf: () => [
        'Results of giveaways are public. They name a winner in shortened form only, for example by first name and initial, never by e-mail or street address. Slots show that they are taken, not by whom.',
      ],
    },
    'text-messages': {
      label: 'Text messages',
      why: 'The limit and the replies are those of the software, and the law asks for these words.',
      blocksOf: facts => [
        `If you agree to text messages, we send **up to ${facts.smsPerMonth} messages a month**. Message and data rates may apply. Reply **STOP** to unsubscribe at any time, or HELP for help. **Consent is not a condition of purchase or registration.** We do not pass on phone numbers or consent to others for their marketing.`,
      ],
    },
    'push-and-email': {
      label: 'Push notifications and e-mail',
      why: 'The software sends them by this rule.',
      blocksOf: () => [
        'Push notifications come only if you allow them, and stop when you take that back in your browser or in your notification settings. E-mails about your account, your orders and your prizes are part of the service.',
      ],
    },
    cookies: {
      label: 'Cookies',
      why: 'The store sets this cookie and no other.',
      blocksOf: () => [
        'One cookie keeps you signed in. It cannot be read by scripts and goes only to this store. There are no advertising or tracking cookies.',
      ],
    },
    deletion: {
      label: 'Deletion of an account',
      why: 'The software deletes and keeps data by these rules.',
      blocksOf: facts => [
        `When you delete your account, it happens at once: name, e-mail address, phone number, birth date, address, messages and sessions are removed. Records of payments, credits and draws stay as long as the law requires, under a number instead of your name. An order keeps its e-mail and street address for ${facts.returnDays} days, so that it can be delivered and returned.`,
        `What is given once to a person (a code for a first order, a code with a limit per person, the reward for a referral, a free entry in its period, the benefit of a month, a report of a review) stays used for ${facts.onceMonths} months after the deletion or after two accounts were merged. For this we keep a keyed hash of the e-mail address, and for free entries of name and postal address. The hash holds no name, stands beside no other record, and is deleted after these months.`,
      ],
    },
  },
}
