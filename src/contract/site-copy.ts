import type { Instant } from './instant.ts'

/** The parts of the site that standing texts belong to, in the order of the page. */
export const COPY_GROUPS = {
  hero: 'Head of the page',
  why: 'Why this workshop is different',
  letter: 'Letter to the manager',
  about: 'About us',
  footer: 'Footer of every page',
} as const
export type CopyGroup = keyof typeof COPY_GROUPS

/** A standing text: what it says unless an editor says something else, how long it may be, and how many lines its field has. */
type CopyText = { label: string; text: string; most: number; rows?: number }

/** The standing texts that are in code, each by its key. A text that nobody edited is the one here. (decision 0064) */
export const SITE_COPY = {
  'hero.promo-label': { label: 'Promo of the series, sign', text: 'Workshop #1', most: 40 },
  'hero.promo': {
    label: 'Promo of the series',
    text: 'First of the series. The 90-day plan you write here is where the next workshop picks up.',
    most: 300,
    rows: 2,
  },
  'why.title': { label: 'Heading', text: 'Why This Workshop Is Different', most: 80 },
  'why.downtime': {
    label: 'Meaning of the first figure',
    text: 'Downtime reduction we aim for on the assets you bring.',
    most: 200,
    rows: 2,
  },
  'why.return': {
    label: 'Meaning of the second figure',
    text: 'Conservative return on the cost of the day.',
    most: 200,
    rows: 2,
  },
  'letter.title': { label: 'Heading', text: "Get your manager's approval", most: 80 },
  'letter.lead': {
    label: 'Introduction',
    text: 'This letter makes the business case for this event. Edit it, add your name and send it.',
    most: 300,
    rows: 2,
  },
  'letter.opening': {
    label: 'First paragraph of the letter',
    text: 'I would like to attend {{event}}, a one-day maintenance and reliability workshop.',
    most: 600,
    rows: 3,
  },
  'letter.closing': {
    label: 'Last paragraph of the letter',
    text: 'I will share what I learn with the team within a week and report on our first three actions after 90 days.',
    most: 600,
    rows: 3,
  },
  'about.title': { label: 'Heading', text: 'About us', most: 80 },
  'about.mission': {
    label: 'Mission',
    text: 'Maintenance gets better on the shop floor, a machine at a time. We run one-day workshops where the people who plan, fix and run equipment work on their own failures, with someone beside them who has fixed that kind before.',
    most: 1000,
    rows: 5,
  },
  'about.values': { label: 'Heading of the values', text: 'Our values', most: 80 },
  'about.value1-title': { label: 'First value', text: 'Bring your own machine', most: 60 },
  'about.value1': {
    label: 'First value, text',
    text: 'Every exercise runs on the asset list you carry in. If a method does not fit your line, we want to find out in the room.',
    most: 400,
    rows: 3,
  },
  'about.value2-title': { label: 'Second value', text: 'Show the working', most: 60 },
  'about.value2': {
    label: 'Second value, text',
    text: 'Each figure comes with where it was measured and what would prove it wrong. When your plant asks, you will have the answer.',
    most: 400,
    rows: 3,
  },
  'about.value3-title': { label: 'Third value', text: 'One table, every trade', most: 60 },
  'about.value3': {
    label: 'Third value, text',
    text: 'Technicians, planners, engineers and managers write the same job plan. Someone at the table usually knows what is missing from it.',
    most: 400,
    rows: 3,
  },
  'about.value4-title': { label: 'Fourth value', text: 'Leave with a due date', most: 60 },
  'about.value4': {
    label: 'Fourth value, text',
    text: 'Three actions, three owners, three dates. The day counts when the first one is done.',
    most: 400,
    rows: 3,
  },
  'footer.text': {
    label: 'Below the name of the site',
    text: 'One-day maintenance and reliability workshops.',
    most: 200,
  },
} as const satisfies Record<`${CopyGroup}.${string}`, CopyText>
export type CopyKey = keyof typeof SITE_COPY
export const COPY_KEYS = Object.keys(SITE_COPY) as CopyKey[]

/** The texts that an editor changed. */
export type SiteCopy = { [Key in CopyKey]?: string | undefined }

/** What the site says at a place: the text of an editor, else the one in code. */
export function say(copy: SiteCopy | undefined, key: CopyKey): string {
  return copy?.[key] ?? SITE_COPY[key].text
}

export function isCopyKey(key: string): key is CopyKey {
  return Object.hasOwn(SITE_COPY, key)
}

/** Which part of the site a text belongs to. */
export function copyGroup(key: CopyKey): CopyGroup {
  return key.slice(0, key.indexOf('.')) as CopyGroup
}

/** The button that takes an edit back. */
export const RESET_TO_DEFAULT = 'Reset to default'

/** A standing text as its editor sees it. `text` is null while the default is shown. */
export type CopyEntry = { key: CopyKey; text: string | null; version: number; updatedAt: Instant | null }
