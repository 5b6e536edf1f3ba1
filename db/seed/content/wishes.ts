import { CANARY } from './canary.ts'

/** Something we mean to do, or did. Days count back from when the demo was made. */
export type WishPlan = {
  /** The name reports refer to it by. */
  key: string
  title: string
  description?: string
  status: 'idea' | 'planned' | 'in_progress' | 'shipped' | 'declined'
  target?: string
  made: number
  shipped?: number
  /** What the feedback page tells of it, once it is shipped; absent while it tells nothing. */
  told?: { title?: string; text: string }
}

/** Wishes in every state, those of one state in the order of the board. */
export const wishes: readonly WishPlan[] = [
  {
    key: 'night-shift',
    title: 'A workshop that starts at noon',
    description: 'For crews who come off the night shift. Needs a venue that stays open until eight.',
    status: 'idea',
    made: 9,
  },
  {
    key: 'spanish-handouts',
    title: 'Handouts in Spanish',
    description: 'Start with the lubrication route and the criticality sheet: those go to the floor.',
    status: 'idea',
    made: 21,
  },
  { key: 'partner-prices', title: `Group prices under the name ${CANARY}`, status: 'idea', made: 30 },
  {
    key: 'parking',
    title: 'Say where to park on every event page',
    description: 'Three people circled the block in Chattanooga. Needs a field in the library of places.',
    status: 'planned',
    target: 'Before the next workshop',
    made: 26,
  },
  {
    key: 'recap-mail',
    title: 'A mail with the worksheets two weeks after the day',
    description: 'With one question: which action from the day is done?',
    status: 'planned',
    target: 'Spring',
    made: 40,
  },
  {
    key: 'dietary',
    title: 'Ask for allergies before the day, not at the buffet',
    status: 'in_progress',
    target: 'This quarter',
    made: 33,
  },
  {
    key: 'calendar',
    title: 'Calendar file per event',
    description: 'The webcal feed stays; this is for people who want one workshop and no feed.',
    status: 'shipped',
    made: 120,
    shipped: 48,
    told: {
      title: 'One workshop for your calendar',
      text: 'You wanted the one day you signed up for, not a feed of all of them. Every event page now has a file that any calendar opens.',
    },
  },
  {
    key: 'letter',
    title: 'Business-case letter',
    status: 'shipped',
    made: 150,
    shipped: 83,
    told: {
      title: 'A letter for your manager',
      text: 'Several of you wrote your own and sent it to us. We took the best sentences, put the numbers of your event in, and made it one click to copy.',
    },
  },
  {
    key: 'zone',
    title: 'Time zone behind every time',
    status: 'shipped',
    made: 160,
    shipped: 131,
    told: {
      title: 'Times with their time zone',
      text: 'Somebody drove across a state line and arrived an hour early. Each time now says in which zone it is meant.',
    },
  },
  { key: 'badge-printer', title: 'Print name badges at the door', status: 'shipped', made: 140, shipped: 60 },
  {
    key: 'recordings',
    title: 'Recordings of the day',
    description: 'People speak openly about their own plants because nobody records.',
    status: 'declined',
    made: 70,
  },
]
