import type { DemoReview } from '../demo-types.ts'
import { reviewsOf } from './written.ts'

/** Tools, lights, cases, electronics, kits and memberships. */
export const TOOLS_AND_KITS_REVIEWS: readonly DemoReview[] = [
  ...reviewsOf('paracord-bracelet', [
    [5, 'Used it already', 'Untied it for a broken tent guy line. The re-braid came back in ten days.'],
    [4, 'Sized right', 'Medium fits a seven and a half inch wrist.'],
    [3, 'Slow to dry', 'Nice weave, but it stays damp after swimming.'],
  ]),
  ...reviewsOf('locking-carabiner', [
    [5, 'Smooth gate', 'No grit in the thread after a season outdoors.'],
    [5, 'Orange ring helps', 'You see at a glance if it is locked.'],
  ]),
  ...reviewsOf('field-notebook', [
    [5, 'Wrote in the rain', 'The pen works on wet paper, as promised.'],
    [4, 'Paper is slick', 'Takes getting used to. Lies flat and the numbering is useful.'],
    [5, 'Third one', 'I fill one every season for surveying.'],
  ]),
  ...reviewsOf('field-compass', [
    [5, 'Settles fast', 'Clicks are positive and the declination key does not get lost.'],
    [5, 'Good in the dark', 'North mark glows long enough for a night walk.'],
  ]),
  ...reviewsOf('pocket-multitool', [
    [5, 'Serviceable', 'Took it apart, cleaned out the sand, put it back. Works like new.'],
    [5, 'Pliers are strong', 'Opened a rusted shackle with them.'],
    [4, 'Heavier than expected', 'Nine ounces in the pocket is felt. On the belt it is fine.'],
    [4, 'Scissors are great', 'Better than on my old one. Saw could be longer.'],
  ]),
  ...reviewsOf('flashlight', [
    [5, 'Remembers the level', 'Small thing, big difference.'],
    [5, 'Bright and even', 'No rings in the beam. Gets warm on the highest level, as they all do.'],
    [5, 'Battery can be changed', 'I keep a spare in the pack. Charging takes under three hours.'],
    [4, 'Clip is tight', 'Hard to get over thick pockets at first.'],
  ]),
  ...reviewsOf('headlamp', [
    [5, 'Does not bounce', 'The top band holds it on a trail run.'],
    [4, 'Takes AAA cells', 'That is why I bought it. Red mode could be dimmer.'],
    [4, 'Comfortable', 'Washed the strap twice so far.'],
  ]),
  ...reviewsOf('camp-lantern', [
    [5, 'Warm light', 'Pleasant to read by. Please restock it.'],
    [5, 'Lasts a week', 'Low setting every evening for eight days on one charge.'],
  ]),
  ...reviewsOf('hard-case', [
    [5, 'Stood on it', 'To reach a shelf. It did not care.'],
    [5, 'Foam pulls clean', 'Cut it for a camera and two lenses in half an hour.'],
    [4, 'Latches are firm', 'Takes two hands the first few weeks.'],
  ]),
  ...reviewsOf('rugged-power-bank', [
    [5, 'Four full charges', 'Counted them on a road trip.'],
    [4, 'Port covers', 'They seal well and are a little fiddly to close.'],
    [5, 'Charges my laptop', 'Slowly, but it does.'],
  ]),
  ...reviewsOf('expedition-cooler', [
    [5, 'Five days is real', 'Ice on day five at the lake in July.'],
    [4, 'Heavy', 'It is a two-person carry when full.'],
  ]),
  ...reviewsOf('camp-kitchen-set', [
    [5, 'Simmers', 'First camp stove I can cook rice on.'],
    [4, 'Bag is tight', 'Everything nests, but only in one order.'],
  ]),
  ...reviewsOf('vehicle-recovery-kit', [[5, 'Used the strap', 'Pulled a half-ton out of a ditch. No drama.']]),
  ...reviewsOf('expedition-tent', [
    [5, 'Stood in forty-knot gusts', 'Nothing bent, nothing leaked.'],
    [4, 'Six minutes is optimistic', 'Ten for us. Very solid once it is up.'],
  ]),
  ...reviewsOf('security-cabinet', [
    [5, 'Delivered on time', 'Freight driver called ahead. You want two strong friends for the stairs.'],
  ]),
  ...reviewsOf('portable-power-station', [
    [5, 'Ran the fridge', 'Nine hours through an outage with a third left.'],
    [5, 'Display is honest', 'The hours shown were right within twenty minutes.'],
    [4, 'Fan noise', 'Audible when charging fast. Quiet otherwise.'],
  ]),
  ...reviewsOf('night-vision-monocular', [[5, 'Saw the foxes', 'Clear at a hundred yards, usable well past that.']]),
  ...reviewsOf('field-kit', [
    [5, 'Good start', 'Bought it for my son leaving for forestry school. He uses all of it.'],
    [5, 'Tray is nice', 'I kept the carton as a drawer insert.'],
  ]),
  ...reviewsOf('loaded-gear-case', [
    [5, 'Everything in its place', 'The cutouts are exact.'],
    [5, 'Second foam layer', 'I cut my own and kept theirs for travel.'],
  ]),
  ...reviewsOf('premium-monthly', [
    [5, 'Early access works', 'Got the low numbers I wanted before the opening.'],
    [4, 'Fair', 'The credit comes every month as it says. Cancelled once, it took two clicks, came back.'],
    [4, 'Switched off auto-entry', 'I prefer to pick my own slots. Glad it is a setting.'],
  ]),
  ...reviewsOf('premium-yearly', [[5, 'One bill', 'Same thing, fewer e-mails. The card is a nice extra.']]),
]
