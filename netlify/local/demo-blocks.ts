import type { BlockContent } from '#src/contract/content-block.ts'
import type { Slot } from '#src/contract/content-kinds.ts'

/** A block of the demo. Its name is what places call it by. */
export type BlockPlan = { title: string; tags: string[] } & BlockContent

const schemaVersion = 1
const question = (title: string, asked: string, markdown: string): BlockPlan => ({
  title,
  tags: ['questions'],
  kind: 'question',
  body: { schemaVersion, question: asked, markdown },
})
const text = (title: string, tags: string[], heading: string, markdown: string): BlockPlan => ({
  title,
  tags,
  kind: 'text',
  body: { schemaVersion, heading, markdown },
})

/** The address of the drawing is filled in when it is stored. */
export const MAP = 'Map of the hall'

export const blockPlans: readonly BlockPlan[] = [
  {
    title: 'Quote: conveyor drives',
    tags: ['quotes'],
    kind: 'quote',
    body: {
      schemaVersion,
      text: 'I came with the gearbox that failed us four times. I left with the reason, and it was not the gearbox.',
      name: 'Dana Whitlock',
      plant: 'planner, gypsum board plant',
      result: 'No unplanned stop of that drive in seven months.',
    },
  },
  {
    title: 'Quote: work orders',
    tags: ['quotes'],
    kind: 'quote',
    body: {
      schemaVersion,
      text: 'My technicians read the job plan we wrote at the table and asked who had been listening to them.',
      name: 'Ruben Castellano',
      plant: 'maintenance supervisor, dairy',
      result: 'Schedule compliance went from 48 to 81 percent in one quarter.',
    },
  },
  {
    title: 'Figures of past days',
    tags: ['figures'],
    kind: 'figures',
    body: {
      schemaVersion,
      heading: '',
      figures: [
        { value: '14', label: 'days held', source: 'since the first one' },
        {
          value: '61%',
          label: 'of plans had their first action done in 30 days',
          source: 'answers to our mail after 90 days',
        },
        { value: '9', label: 'people at a table, at most', source: '' },
      ],
    },
  },
  {
    title: 'What to bring',
    tags: ['before-the-day'],
    kind: 'list',
    body: {
      schemaVersion,
      heading: '',
      items: [
        'Photos and the work orders of the one machine that keeps you up at night',
        'A list of your assets, as it is: a spreadsheet will do',
        'Safety shoes for the walk through the hall',
      ],
    },
  },
  {
    title: MAP,
    tags: ['travel'],
    kind: 'picture',
    body: {
      schemaVersion,
      url: '',
      alt: 'Map: the car park is across the road from the hall, and the entrance is at gate B.',
      caption: 'Walk from the car park to gate B: two minutes.',
    },
  },
  text(
    'Parking and phone',
    ['travel'],
    '',
    'The doors of {{venue}} open half an hour before the start. Parking across the road is free for the day.\n\nLost on the way? Call the hall’s desk at **555 0142**.',
  ),
  text(
    'Refund and substitution',
    ['terms'],
    '',
    'Until 14 days before the day you get all of your money back. After that, send a colleague in your place: an email with their name is enough, at any time and at no cost.',
  ),
  text(
    'Certificate of hours',
    ['certificate'],
    '',
    'You receive a certificate of 6.5 contact hours by email on the evening of the day.',
  ),
  question(
    'Question: beginners',
    'Is it too much for someone new to planning?',
    'No. Each table has someone who has planned for years and someone who has not.',
  ),
  question(
    'Question: software',
    'Which maintenance software do you teach?',
    'None. Everything works on paper first. What you take home fits into any system that has work orders.',
  ),
  question(
    'Question: price',
    'What does the price include?',
    'The day in {{city}}, lunch, the workbook and the online course. It is {{price}}. Travel and hotel are yours.',
  ),
  text(
    'About: who we are',
    ['about'],
    'Who we are',
    'We are maintenance people. Between us we have planned shutdowns, rebuilt gearboxes and sat in the meetings where budgets are cut.\n\nWe run **one day at a time**, in one city at a time, because that is how long a line can spare its people.',
  ),
  text(
    'About: how a day works',
    ['about'],
    'How a day works',
    '1. You bring a machine.\n2. Your table finds out what fails, why, and what it costs.\n3. You write a plan for 90 days, and someone asks you about it afterwards.',
  ),
  {
    title: 'Call: all workshops',
    tags: ['about'],
    kind: 'call-to-action',
    body: { schemaVersion, text: 'The next days are on the list.', label: 'All workshops', href: '/events' },
  },
  text(
    'Privacy: what we keep',
    ['privacy'],
    'What we keep',
    'Your account has your name, your email address and what you write in the forum, which everyone can read under your username. Visits are counted without cookies, with a key that is deleted after a day.\n\nWe sell none of this, and nobody outside the organizers sees your name or your email address.',
  ),
  text(
    'Privacy: your choice',
    ['privacy'],
    'Your choice',
    'You can change or delete your account at any time on [your account page](/account). Every email that is not about your account has a link that ends such emails.',
  ),
  text(
    'Terms: registration',
    ['terms'],
    'Registration',
    'A seat is yours once the registration page has confirmed it. Prices are in US dollars and include what the page of the workshop lists.',
  ),
]

/** What every landing page of the demo shows. */
export const slotPlans: Partial<Record<Slot, readonly string[]>> = {
  terms: ['Refund and substitution'],
  certificate: ['Certificate of hours'],
}

/** What single ones show besides. Each kind of slot is filled somewhere, and none of the pages has become heavy by them. */
export const eventSlotPlans: Record<string, Partial<Record<Slot, readonly string[]>>> = {
  'denver-front-range': {
    quotes: ['Quote: conveyor drives', 'Quote: work orders'],
    'past-days': ['Figures of past days'],
  },
  'tacoma-puget-sound': { bring: ['What to bring'], 'getting-there': [MAP, 'Parking and phone'] },
  'greenville-upstate': {
    quotes: ['Quote: conveyor drives'],
    bring: ['What to bring'],
    questions: ['Question: beginners', 'Question: price'],
  },
}

export const pagePlans = [
  {
    slug: 'about',
    title: 'About us',
    metaDescription: 'Maintenance people who run one-day workshops on the machines that you bring.',
    blocks: ['About: who we are', 'About: how a day works', 'Call: all workshops'],
  },
  {
    slug: 'privacy',
    title: 'Privacy',
    metaDescription: 'What we keep of you, and what you can do about it.',
    blocks: ['Privacy: what we keep', 'Privacy: your choice'],
  },
  {
    slug: 'terms',
    title: 'Terms',
    metaDescription: 'What holds when you register for a workshop.',
    blocks: ['Terms: registration', 'Refund and substitution'],
  },
] as const
