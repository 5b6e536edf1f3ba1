import type { PlainClock } from './instant.ts'

/** What somebody does at a workshop. It decides which sections they fill in. */
export const LOGISTICS_ROLES = ['instructor', 'speaker', 'host', 'vendor'] as const
export type LogisticsRole = (typeof LOGISTICS_ROLES)[number]

/** The roles in words. */
export const ROLE_WORDS: Readonly<Record<LogisticsRole, string>> = {
  instructor: 'Instructor',
  speaker: 'Speaker',
  host: 'Host',
  vendor: 'Vendor',
}

/** What a field takes. A choice is one of `options`; a number is whole. */
export type FieldKind = 'text' | 'long' | 'phone' | 'date' | 'time' | 'number' | 'choice'

/** One question of a section. */
export type LogisticsField = {
  key: string
  label: string
  kind: FieldKind
  hint?: string
  isRequired?: true
  /** Those who are asked; everybody with the section where it is absent. */
  roles?: readonly LogisticsRole[]
  options?: readonly (readonly [value: string, label: string])[]
  /** Everybody who works at the workshop reads the answer on their run sheet. */
  isShared?: true
}

/** A day before the event, at a time on the clock of the event. */
export type BeforeEvent = { days: number; at: PlainClock }

/** A part of the form, with its rules. */
export type LogisticsSection = {
  key: string
  title: string
  /** Why it is asked, and who reads the answers. */
  lead: string
  roles: readonly LogisticsRole[]
  fields: readonly LogisticsField[]
  /** Until when answers are asked for. */
  deadline: BeforeEvent
  /** From when on a change is a request. */
  freeze: BeforeEvent
  /** Days after the event's end after which the answers are deleted. */
  keepDays: number
  /** Health, religion, or somebody else's data: in no export unless asked for by name. (security LG3) */
  isSensitive: boolean
}

const before = (days: number): BeforeEvent => ({ days, at: '18:00' })
const ask = (kind: FieldKind, key: string, label: string, more: Partial<LogisticsField> = {}): LogisticsField => ({
  ...{ key, label, kind },
  ...more,
})

const YES_NO: LogisticsField['options'] = [
  ['yes', 'Yes'],
  ['no', 'No'],
]
const roles = ['instructor', 'speaker', 'vendor'] as const
const speaking = { roles: ['instructor', 'speaker'] as const }
const vendor = { roles: ['vendor'] as const }
const host = { roles: ['host'] as const }
const shared = { ...host, isShared: true } as const
const isRequired = true
/** The hint of a time that is one of the event's own time zone. */
export const VENUE_TIME = 'Local time at the venue.'
const READ_BY_ALL = 'Everyone working at the workshop can see this.'
const MEALS: LogisticsField['options'] = [
  ['any', 'No preference'],
  ['vegetarian', 'Vegetarian'],
  ['vegan', 'Vegan'],
  ['halal', 'Halal'],
  ['kosher', 'Kosher'],
  ['none', 'No meal'],
]
const CONNECTORS: LogisticsField['options'] = [
  ['hdmi', 'HDMI'],
  ['usb-c', 'USB-C'],
  ['displayport', 'DisplayPort'],
  ['vga', 'VGA'],
  ['other', 'Other'],
]
const TABLES: LogisticsField['options'] = [
  ['one', 'One table'],
  ['two', 'Two tables'],
  ['own', 'We bring our own stand'],
  ['none', 'None'],
]
const POWER: LogisticsField['options'] = [
  ['none', 'None'],
  ['120', '120 V outlet'],
  ['240', '240 V or three-phase'],
]
const CONSENT: LogisticsField['options'] = [
  ['yes', 'Yes'],
  ['group', 'Only in a group'],
  ['no', 'No'],
]

/** What most sections have in common. */
const kept = { roles: LOGISTICS_ROLES, keepDays: 90, isSensitive: false }
const sensitive = { roles: LOGISTICS_ROLES, keepDays: 14, isSensitive: true }

/** The sections of the form, in their order. Code, not data, so that nobody forgets which of them are sensitive. (decision 0058) */
export const LOGISTICS_SECTIONS: readonly LogisticsSection[] = [
  {
    ...kept,
    key: 'travel',
    title: 'Travel and arrival',
    lead: 'So that someone can meet you when you arrive and reach you on the day.',
    deadline: before(14),
    freeze: before(3),
    fields: [
      ask('date', 'arrivalDate', 'Day of arrival', { roles, isRequired }),
      ask('time', 'arrivalTime', 'Time of arrival', { roles, hint: VENUE_TIME }),
      ask('text', 'arrivalBy', 'Arriving by', { roles, hint: 'For example, a flight number, a train or your car.' }),
      ask('text', 'hotel', 'Hotel', { roles }),
      ask('text', 'departure', 'Leaving', { roles, hint: 'The day and the time, if you have to leave early.' }),
      ask('phone', 'phone', 'Phone number on the day', { isRequired }),
      ask('long', 'parking', 'Parking and entrance', { ...shared, hint: READ_BY_ALL }),
      ask('text', 'contact', 'Contact at the venue', {
        ...shared,
        isRequired,
        hint: `A name and a number. ${READ_BY_ALL}`,
      }),
    ],
  },
  {
    ...kept,
    key: 'equipment',
    title: 'Equipment and AV',
    lead: 'What you bring, and what has to be in the room.',
    deadline: before(14),
    freeze: before(5),
    fields: [
      ask('choice', 'laptop', 'Do you bring your own laptop?', { ...speaking, options: YES_NO, isRequired }),
      ask('choice', 'connector', 'Its video connector', { ...speaking, options: CONNECTORS }),
      ask('choice', 'audio', 'Do you need sound from your laptop?', { ...speaking, options: YES_NO }),
      ask('long', 'projector', 'Screen and sound', {
        ...host,
        hint: 'Projector, connectors, microphones, guest Wi-Fi.',
      }),
      ask('long', 'special', 'Anything else', { hint: 'For example, a demo on the table, a whiteboard or adapters.' }),
    ],
  },
  {
    ...kept,
    key: 'shipment',
    title: 'Shipment',
    lead: 'What is sent ahead, so that the dock expects it and nothing is left behind.',
    deadline: before(14),
    freeze: before(3),
    fields: [
      ask('choice', 'ships', 'Do you ship anything?', { roles, options: YES_NO, isRequired }),
      ask('long', 'returns', 'Does it need to be returned? If so, how?', { roles }),
      ask('long', 'dock', 'Receiving address and dock hours', { ...shared, hint: READ_BY_ALL }),
    ],
  },
  {
    ...kept,
    key: 'booth',
    title: 'Booth and power',
    lead: 'Your space in the room.',
    roles: ['vendor', 'host'],
    deadline: before(21),
    freeze: before(7),
    fields: [
      ask('choice', 'table', 'Table', { ...vendor, options: TABLES, isRequired }),
      ask('choice', 'power', 'Power', { ...vendor, options: POWER, isRequired }),
      ask('number', 'load', 'Load in watts', vendor),
      ask('text', 'setup', 'Time you need to set up', vendor),
      ask('long', 'space', 'Space and power for vendors', {
        ...host,
        hint: 'How many tables fit, and where outlets are.',
      }),
    ],
  },
  {
    ...sensitive,
    key: 'meals',
    title: 'Meals and access',
    lead: 'Only if you want to tell us. Organizers read it to order food and prepare the room. A caterer gets counts without names.',
    deadline: before(10),
    freeze: before(3),
    fields: [
      ask('choice', 'meal', 'Meal', { options: MEALS }),
      ask('long', 'allergies', 'Allergies and intolerances'),
      ask('long', 'access', 'Accessibility needs', { hint: 'For example, step-free access or a quiet room.' }),
    ],
  },
  {
    ...kept,
    key: 'badge',
    title: 'Badge',
    lead: 'Exactly as it should be printed.',
    deadline: before(14),
    freeze: before(5),
    fields: [
      ask('text', 'name', 'Name on the badge', { isRequired }),
      ask('text', 'company', 'Company'),
      ask('text', 'pronunciation', 'How to pronounce your name'),
    ],
  },
  {
    ...sensitive,
    key: 'emergency',
    title: 'Emergency contact',
    lead: 'Someone we can call in an emergency. Ask them first, because this is their personal data.',
    deadline: before(7),
    freeze: before(1),
    fields: [
      ask('text', 'contactName', 'Their name'),
      ask('phone', 'contactPhone', 'Their phone'),
      ask('text', 'relation', 'Relationship to you'),
    ],
  },
  {
    ...kept,
    key: 'photographs',
    title: 'Consent to photographs',
    lead: 'There may be a photographer. You can change your mind at any time, also on the day.',
    deadline: before(7),
    freeze: { days: 0, at: '23:59' },
    fields: [ask('choice', 'consent', 'May we publish photographs of you?', { options: CONSENT, isRequired })],
  },
]

/** The sections that a person's run sheet repeats. None of them is sensitive. */
export function isOnRunSheet(key: string): boolean {
  return ['travel', 'shipment', 'booth'].includes(key)
}
