import type { DemoReply, DemoTicket } from './demo-types.ts'

/** What the demo's customers wrote to the shop: each state of the desk, one that waits too long, and one that a colleague has in hand. */
export const DEMO_TICKETS: readonly DemoTicket[] = [
  {
    kind: 'support',
    from: 'hannah.vogel@example.com',
    subject: 'Wrong size in the parcel',
    message: 'I ordered the T-shirt in M and found an L in the bag. Can I send it back for the right one?',
    priority: 'high',
    status: 'open',
    hoursAgo: 9,
    posts: [],
  },
  {
    kind: 'support',
    from: 'derek.lawson@example.com',
    subject: 'A credit is missing',
    message: 'My order from last week shows as paid, but I think one Silver credit did not arrive. Could you look?',
    priority: 'medium',
    status: 'in-progress',
    hoursAgo: 30,
    posts: [
      {
        by: 'staff',
        kind: 'note',
        body: 'The trail in Credit Audit is whole: the credit was spent on a slot the same evening.',
        hoursAfter: 3,
      },
      {
        by: 'staff',
        kind: 'answer',
        body: 'Hello Derek,\nthe credit came with the order and took slot 14 the same evening. You find it under My Giveaways. Does that match?',
        hoursAfter: 4,
      },
      {
        by: 'writer',
        kind: 'message',
        body: 'I see the slot now. But was that not the credit from my first order?',
        hoursAfter: 27,
      },
    ],
  },
  {
    kind: 'support',
    from: 'naomi.davis@example.com',
    subject: 'Change of address before shipping',
    message: 'We moved on Monday. Please send the lantern to the new address in my profile.',
    priority: 'low',
    status: 'open',
    hoursAgo: 5,
    posts: [],
  },
  {
    kind: 'support',
    from: 'sofia.gutierrez@example.com',
    subject: 'How do I cancel my membership?',
    message: 'I could not find the button on my phone.',
    priority: 'medium',
    status: 'closed',
    hoursAgo: 96,
    posts: [
      {
        by: 'staff',
        kind: 'answer',
        body: 'Hello Sofia,\nit is in your dashboard, under Subscription: "Cancel membership". It stays yours until the end of the paid month.',
        hoursAfter: 2,
      },
      { by: 'writer', kind: 'message', body: 'Found it, thank you.', hoursAfter: 3 },
    ],
  },
  {
    kind: 'general',
    from: 'andre.jackson@example.com',
    subject: 'Discounts for a volunteer fire company',
    message: 'We are 24 people and would like pouches with our crest. Is there a price for groups?',
    priority: 'medium',
    status: 'new',
    hoursAgo: 14,
    posts: [],
  },
  {
    kind: 'general',
    from: 'erin.sullivan@example.com',
    subject: 'Do you ship to Canada?',
    message: 'My brother lives in Halifax and would like the field pack.',
    priority: 'medium',
    status: 'reviewed',
    hoursAgo: 50,
    posts: [
      {
        by: 'staff',
        kind: 'answer',
        body: 'Hello Erin,\nfor now we send within the United States alone. We will say so in the store when that changes.',
        hoursAfter: 6,
      },
    ],
  },
]

/** Answers that the demo's staff keep ready. */
export const DEMO_REPLIES: readonly DemoReply[] = [
  {
    name: 'Exchange of a size',
    body: 'Hello {firstName},\nthank you for writing about “{subject}”. Keep the one you have; the right size leaves our house tomorrow.',
  },
  {
    name: 'Where the credits are',
    body: 'Hello {firstName},\neach credit and what it was spent on stands in your dashboard, under Purchases and My Giveaways.',
  },
]

/** Who of the customers agreed to text messages when they registered. */
export const DEMO_OPTED_IN: readonly string[] = [
  'ryan.oconnor@example.com',
  'bianca.costa@example.com',
  'carlos.vega@example.com',
  'allison.riley@example.com',
]
