import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { computed, paragraph, type ShippedTemplate } from '../template.ts'

/** The official rules of every giveaway. */
export const SWEEPSTAKES: ShippedTemplate = {
  kind: 'sweepstakes',
  title: 'Sweepstakes Rules',
  isNumbered: true,
  clauses: [
    {
      name: 'eligibility',
      title: 'Sponsor and eligibility',
      blocks: [computed('eligibility')],
    },
    {
      name: 'how-to-enter',
      title: 'How to enter',
      blocks: [computed('how-to-enter')],
    },
    {
      name: 'odds',
      title: 'Odds',
      blocks: [computed('odds')],
    },
    {
      name: 'draw',
      title: 'The draw, and how to check it',
      blocks: [computed('draw')],
    },
    {
      name: 'winner',
      title: 'The winner',
      blocks: [
        computed('alternates'),
        paragraph(
          'Prizes are sent at our cost within the United States. They cannot be exchanged for cash or passed on. If a prize cannot be had, it is replaced by one of equal or greater value. A prize whose transfer is regulated is handed over only as federal, state and local law allow. Taxes on a prize are the winner’s.',
        ),
      ],
    },
    {
      name: 'cancelling',
      title: 'If something goes wrong, or you leave',
      blocks: [computed('cancelling')],
    },
    {
      name: 'disputed-payments',
      title: 'Entries and disputed payments',
      blocks: [computed('disputed-payments')],
    },
  ],
  computed: {
    eligibility: {
      label: 'Sponsor, age and residence',
      why: 'The store checks age and residence at each entry, and the law asks for the first sentence.',
      blocksOf: facts => [
        '**No purchase is necessary to enter or win. A purchase does not improve the odds of an entry. Void where prohibited.**',
        `${withFullStop(`The sponsor of every giveaway is ${facts.company}`)} Giveaways are open to legal residents of the United States who are ${facts.minimumAge} or older on the day they enter and have a complete shipping address on file. Staff may place entries to try the system; those are marked as such to everyone and are **left out of the list that is drawn from**.`,
      ],
    },
    'how-to-enter': {
      label: 'Ways to enter',
      why: 'Entries are taken by these rules.',
      blocksOf: facts => [
        {
          points: [
            '**With credits.** A credit of the giveaway’s tier takes one numbered slot of your choice, while slots are free and the giveaway is open. You may move an entry to another free slot until the close.',
            `**Free, by mail${facts.freeEntryDays === null ? '' : ' or online'}.** See [No Purchase Necessary](/legal#no-purchase-necessary).`,
          ],
        },
        `The giveaway’s page states its prize and approximate value, the number of slots, the limit per person, and when it opens and closes. **Closing times are in ${facts.zoneName}.** A giveaway without a closing time stays open until its last slot is taken. ${facts.earlyAccess === null ? 'Some' : `Premium members may enter ${facts.earlyAccess} earlier than others, and some`} giveaways are for members only; a mail-in entry is possible in all of them.`,
      ],
    },
    odds: {
      label: 'Odds',
      why: 'The draw works by this rule, and anyone can check it.',
      blocksOf: () => [
        'Every entry has the same chance, whether it came by credit or free. The odds depend on the number of eligible entries: with 80 entries on the list, each has one chance in 80.',
      ],
    },
    draw: {
      label: 'Draw',
      why: 'The draw works by this rule, and anyone can check it.',
      blocksOf: facts => [
        {
          points: [
            `Mail-in entries count if they are received **within ${facts.mailInTime} of the close**; the last of these days counts whole. Its cards are registered within ${facts.cardHours} hours after it ends. Then the list of entries is **sealed**: nothing can be added to it, taken out of it or cancelled any more.`,
            `The winner is drawn automatically, at least ${facts.gapInWords} after the list was sealed${facts.longGap}, and **within ${facts.drawnWithinDays} days of the close**. If our witnesses or the public beacon cannot be reached in time, the draw takes place a day later, and the page says so.`,
            'The draw is decided by three things: the sealed list; a secret number whose **SHA-256 fingerprint is published before the first entry** and which is published with the sealed list; and one **round of the public random beacon drand**, which is named with the sealed list and does not exist yet at that time. So neither we nor anyone else can know or choose the winner when the list is sealed. Numbers that would favor some entries over others are thrown away, so that every entry has exactly the same chance.',
            'Every entry gets a signed receipt. The entries, the sealed list and the draw are written to a public log that can only grow, and witnesses sign what they saw of it. Anyone can compute the draw again, on our page or with a program that does not need us, and gets the same number. [What is proven, and what is not](/fair), says how.',
            'A draw happens once. Its public result holds the winning number, the secret number, the round, and the list with a pseudonym for each person.',
            'Should we have to draw earlier, the giveaway closes and its list is sealed at once; the round comes after that, as always. The result says that it was drawn early, by whom (role) and why, and that mail was cut off.',
          ],
        },
      ],
    },
    alternates: {
      label: 'Notice, answer and next winners',
      why: 'The store notifies winners and passes prizes on by these rules.',
      blocksOf: facts => [
        `The winner is notified by e-mail **within ${facts.notifiedWithinHours} hours** of the draw, at the address on file, and must **respond within ${facts.respondWithinDays} days** of that notice. We may ask for proof of identity, age and residence.`,
        `A winner who does not respond in time, cannot be reached, is not eligible or declines gives up the prize, and **it passes on to the next in the drawn order**. That order was fixed by the same draw, and leaves out every entry of the persons before. Each step is written to the public log with the class of its reason and the fingerprint of the proof that the person was notified. Each next winner is notified **within ${facts.notifiedWithinHours} hours** in turn and has **${facts.respondWithinDays} days** to respond. Users who work for us by then, whose account was deleted, or who were not ${facts.minimumAge} on the day they entered are passed by before they are notified. The public result shows how far the prize was passed on, without names, and this can be computed again too. When nobody is left in the order, the prize is not awarded.`,
      ],
    },
    cancelling: {
      label: 'Cancelling and leaving',
      why: 'The store cancels giveaways and removes entries by these rules.',
      blocksOf: () => [
        'If fraud or a technical failure harms a giveaway’s fairness, we may pause or cancel it until its list is sealed. Credits spent on a cancelled giveaway go back to those who spent them. Whoever deletes their account leaves the giveaways whose list is not sealed yet. A list of winners is on the [results page](/giveaways?tab=past), or can be had by mail from the address below.',
      ],
    },
    'disputed-payments': {
      label: 'Entries with a disputed payment',
      why: 'One fixed rule decides, and staff have no choice in it.',
      blocksOf: () => [
        'Entries by mail are never affected by this. When the bank disputes the payment of an order (a chargeback), one fixed rule decides about the credits that the order earned; when it disputes a part of the payment, about that part of them, rounded up. The rule is the same for everyone, and staff have no choice in it:',
        {
          points: [
            'Credits that are not spent are **frozen**. For each credit that is spent, the person’s **newest entry of the same tier that was bought with a credit, in a giveaway whose list is not sealed yet, is flagged**; of entries of the same moment, the highest slot first. At most as many entries are flagged as credits of that order are spent.',
            'A flagged entry keeps its slot. **A list that is sealed while the entry is flagged leaves it out.** A list that was sealed before never changes.',
            'If the payment stands, frozen credits are free again and flagged entries take part again. An entry that a draw left out in between gives its credit back.',
            'If the payment is lost, frozen credits are taken back, flagged entries are removed, and their slots are free again. Entries of a list that was sealed before the dispute stay in their draw.',
          ],
        },
      ],
    },
  },
}
