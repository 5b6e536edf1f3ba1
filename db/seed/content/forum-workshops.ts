import type { TopicPlan } from './forum-plan.ts'

const welcome: TopicPlan = {
  category: 'workshops',
  title: 'Read this first: how this forum works',
  by: 'owner',
  ago: 45 * 24,
  isPinned: true,
  thanks: ['bearing_bea', 'dora.k', 'kiln_watch'],
  text: `Everybody can read here. Members write, and a person approves every registration.

### What makes this place useful

- **Numbers with units**, and how they were taken. A table beats a paragraph.
- **What you tried**, and what changed when you did.
- **How it ended.** Mark the answer that solved it: the next person with that machine will find it by searching.

### What has no place here

- Names of people, customers and plants. The machine is enough.
- Selling. Say what you use if somebody asks; leave the price list at home.
- Advice that skips lockout, guards or permits. It is taken away, however well it works.

Something wrong with a post? Use *Report* in its menu, and a moderator looks at it.`,
  replies: [
    {
      by: 'weldon_p',
      after: 30,
      text: 'Thank you for the line about lockout. Seen enough of the other kind elsewhere.',
      thanks: ['bearing_bea', 'kiln_watch', 'dora.k'],
    },
  ],
}

const whatChanged: TopicPlan = {
  category: 'workshops',
  title: 'What did you really change after your workshop?',
  by: 'dora.k',
  ago: 25 * 24,
  thanks: ['bearing_bea', 'hollis', 'gearbox-gail', 'weldon_p'],
  text: `Not what you *meant* to change. What is different on the floor today? One thing each, please, with how long it took.`,
  replies: [
    {
      by: 'bearing_bea',
      after: 2,
      text: 'A shelf. Spare bearings lie flat, in the wrapper, off the floor, away from the compressor. One afternoon.',
      thanks: ['dora.k', 'weldon_p', 'yusuf.oils', 'hollis'],
    },
    {
      by: 'yusuf.oils',
      after: 5,
      text: 'Color tags on every grease fitting and the same color on the gun. Three weeks, because of the paint shop.',
      thanks: ['dora.k', 'kiln_watch'],
    },
    {
      by: 'hollis',
      after: 26,
      text: 'We dropped 140 PMs that had never found anything. Five months: four to dare, one to do.',
      thanks: ['dora.k', 'bearing_bea', 'kiln_watch', 'gearbox-gail', 'lou-electric'],
    },
    {
      by: 'kiln_watch',
      after: 31,
      answers: 4,
      text: `> four to dare

How did you show that they never found anything? We are in month three.`,
    },
    {
      by: 'hollis',
      after: 34,
      answers: 5,
      text: `Work orders raised *from* a PM, over three years. 140 had none. We sorted them by hours a year and began at the top, ten a month, and said we would put any of them back that somebody missed. Two came back.`,
      thanks: ['kiln_watch', 'dora.k', 'bearing_bea'],
    },
    {
      by: 'gearbox-gail',
      after: 75,
      text: 'The precision alignment sheet goes back to the planner, and without it the job does not close. Two weeks and one argument.',
      thanks: ['dora.k', 'weldon_p'],
    },
    {
      by: 'weldon_p',
      after: 100,
      text: 'I stopped bringing my own shims. That is more of a change than it sounds.',
      thanks: ['gearbox-gail', 'dora.k', 'hollis', 'lou-electric'],
    },
  ],
}

const carpool: TopicPlan = {
  category: 'workshops',
  title: 'Driving to Chattanooga from the north: two seats free',
  by: 'lou-electric',
  ago: 210 * 24,
  isLocked: true,
  text: 'Leaving before six, back by seven in the evening. Two seats, no smoking, coffee stop on the way.',
  replies: [
    { by: 'gearbox-gail', after: 9, text: 'One seat for me, please. I bring the coffee.', thanks: ['lou-electric'] },
    { by: 'lou-electric', after: 60, text: 'Both seats are taken. See you there.' },
  ],
}

const bringToSkid: TopicPlan = {
  category: 'kansas-city',
  title: 'Kansas City: which asset are you bringing?',
  by: 'hollis',
  ago: 2 * 24 + 6,
  thanks: ['dora.k'],
  text: `The page says *bring your worst asset*. I am bringing the history of our number 2 vacuum pump: nine work orders in a year, seven of them "adjusted belt".

Who brings what? If two of us have the same thing we could sit at one table.`,
  replies: [
    {
      by: 'kiln_watch',
      after: 4,
      text: 'A bucket elevator with three years of bearing temperatures, and no idea what to do with them. I brought a phone picture to the last one; bring the paper.',
      thanks: ['hollis'],
    },
    {
      by: 'bearing_bea',
      after: 23,
      text: `Seven times "adjusted belt" on a vacuum pump? I will sit at that table. @hollis please bring a picture of the sheaves.`,
      thanks: ['hollis', 'kiln_watch'],
    },
  ],
}

const coldStart: TopicPlan = {
  category: 'repairs',
  title: 'Motor trips on the first start of the week, never again after',
  by: 'new_to_nights',
  ago: 5,
  state: 'review',
  text: `50 hp on a compressor. Sunday night first start: trips on overload after 8 seconds. Second start: fine for the week. The oil is thick by then, it is 40 °F in there. Is it that simple?`,
  replies: [],
}

export const workshopTopics: readonly TopicPlan[] = [welcome, whatChanged, carpool, bringToSkid, coldStart]
