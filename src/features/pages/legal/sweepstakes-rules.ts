import type { LegalText } from '#features/legal/contract.ts'
import type { Facts } from './facts.ts'

/** The official rules of every giveaway. */
export const sweepstakesRulesOf = (facts: Facts): LegalText => ({
  kind: 'sweepstakes',
  title: 'Sweepstakes Rules',
  clauses: [
    {
      title: '1. Sponsor and eligibility',
      blocks: [
        '**No purchase is necessary to enter or win. A purchase does not improve the odds of an entry. Void where prohibited.**',
        `The sponsor of every giveaway is ${facts.company}. Giveaways are open to legal residents of the United States who are ${facts.minimumAge} or older on the day they enter and have a complete shipping address on file. Staff may place entries to try the system; those are marked as such to everyone and are **left out of the list that is drawn from**.`,
      ],
    },
    {
      title: '2. How to enter',
      blocks: [
        {
          points: [
            '**With credits.** A credit of the giveaway’s tier takes one numbered slot of your choice, while slots are free and the giveaway is open. You may move an entry to another free slot until the close.',
            '**Free, by mail.** See [No Purchase Necessary](/legal#no-purchase-necessary).',
          ],
        },
        `The giveaway’s page states its prize and approximate value, the number of slots, the limit per person, and when it opens and closes. **Closing times are in Mountain time.** A giveaway without a closing time stays open until its last slot is taken. Premium members may enter ${facts.earlyAccessHours} hours earlier than others, and some giveaways are for members only; a mail-in entry is possible in all of them.`,
      ],
    },
    {
      title: '3. Odds',
      blocks: [
        'Every entry has the same chance, whether it came by credit or by mail. The odds depend on the number of eligible entries: with 80 entries on the list, each has one chance in 80.',
      ],
    },
    {
      title: '4. The draw, and how to check it',
      blocks: [
        {
          points: [
            `Mail-in entries count if they are received **within ${facts.mailInDays} days of the close**. As that window ends the entry list is frozen and the winner is drawn, automatically: **within ${facts.mailInDays} days of the close**.`,
            'The draw is decided by two things that nobody can change any more: the frozen list, and a secret random seed whose **SHA-256 fingerprint is published when the giveaway is made**. Numbers that would favor some entries over others are thrown away, so that every entry has exactly the same chance.',
            'A draw happens once. Its public result holds the winning number, the seed, and the list with a pseudonym for each person. Whoever wants can compute the draw again, in a browser, and must come to the same number.',
            'Should we have to draw earlier, the giveaway closes at once, and its result says that it was drawn early, by whom (role) and why.',
          ],
        },
      ],
    },
    {
      title: '5. The winner',
      blocks: [
        `The winner is notified by e-mail **within ${facts.notifiedWithinHours} hours** of the draw, at the address on file, and must **respond within ${facts.respondWithinDays} days** of that notice. We may ask for proof of identity, age and residence.`,
        `A winner who does not respond in time, cannot be reached, is not eligible or declines gives up the prize, and **it passes on to the next in the drawn order**. That order was fixed by the same draw: the same secret and the same list name the next person each time, and leave out every entry of the persons before. Each next winner is notified **within ${facts.notifiedWithinHours} hours** in turn and has **${facts.respondWithinDays} days** to respond. Users who work for us by then, whose account was deleted, or who were not ${facts.minimumAge} on the day they entered are passed by before they are notified. The public result shows how far the prize was passed on, without names, and this can be computed again too. When nobody is left in the order, the prize is not awarded.`,
        'Prizes are sent at our cost within the United States. They cannot be exchanged for cash or passed on. If a prize cannot be had, it is replaced by one of equal or greater value. A prize whose transfer is regulated is handed over only as federal, state and local law allow. Taxes on a prize are the winner’s.',
      ],
    },
    {
      title: '6. If something goes wrong, or you leave',
      blocks: [
        'If fraud or a technical failure harms a giveaway’s fairness, we may pause or cancel it. Credits spent on a cancelled giveaway go back to those who spent them. Whoever deletes their account leaves the giveaways that are not drawn yet. A list of winners is on the [results page](/giveaways?tab=past), or can be had by mail from the address below.',
      ],
    },
    {
      title: '7. Entries and disputed payments',
      blocks: [
        'Entries by mail are never affected by this. When the bank disputes the payment of an order (a chargeback), one fixed rule decides about the credits that the order earned; when it disputes a part of the payment, about that part of them, rounded up. The rule is the same for everyone, and staff have no choice in it:',
        {
          points: [
            'Credits that are not spent are **frozen**. For each credit that is spent, the person’s **newest entry of the same tier that was bought with a credit, in a giveaway that is not drawn yet, is flagged**; of entries of the same moment, the highest slot first. At most as many entries are flagged as credits of that order are spent.',
            'A flagged entry keeps its slot. **A list that is frozen while the entry is flagged leaves it out.** A list that was frozen before never changes.',
            'If the payment stands, frozen credits are free again and flagged entries take part again. An entry that a draw left out in between gives its credit back.',
            'If the payment is lost, frozen credits are taken back, flagged entries are removed, and their slots are free again. Entries that were drawn before the dispute stay in their draw.',
          ],
        },
      ],
    },
  ],
})
