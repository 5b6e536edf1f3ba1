/** The kinds of blocks, as editors read them. */
export const BLOCK_KINDS = {
  text: 'Text',
  picture: 'Picture',
  list: 'List',
  quote: 'Quote',
  question: 'Question and answer',
  figures: 'Figures',
  'call-to-action': 'Call to action',
  'event-facts': 'Facts of the event',
} as const
export type BlockKind = keyof typeof BLOCK_KINDS

/** What a block about the facts of an event can list, as its page says it. */
export const EVENT_FACTS = {
  date: 'Date',
  time: 'Time',
  venue: 'Venue',
  address: 'Address',
  place: 'City',
  price: 'Price',
} as const
export type EventFact = keyof typeof EVENT_FACTS

/** The slots of a landing page, in the order of the page, each with the heading that visitors read. */
export const SLOTS = {
  quotes: { name: 'Quotes', heading: 'What people say afterwards' },
  'past-days': { name: 'Past days in figures', heading: 'Past days in figures' },
  bring: { name: 'What to bring', heading: 'What to bring' },
  'getting-there': { name: 'How to get there', heading: 'How to get there' },
  terms: { name: 'Refund and substitution', heading: 'Refund and substitution' },
  certificate: { name: 'Certificate of hours', heading: 'Certificate of hours' },
  questions: { name: 'Questions and answers', heading: 'Questions and answers' },
} as const
export type Slot = keyof typeof SLOTS
export const SLOT_NAMES = Object.keys(SLOTS) as [Slot, ...Slot[]]
