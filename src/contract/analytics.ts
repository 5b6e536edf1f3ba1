import { DEFAULT_TIME_ZONE } from './time-zone.ts'

/** The zone whose days the statistics count. */
export const STATISTICS_ZONE = DEFAULT_TIME_ZONE

/** Minutes without a sign of life after which a visitor begins another visit. */
export const VISIT_GAP = 30

/** How many values of one dimension have rows of their own on a day: the most common ones. */
export const MOST_VALUES = 200
/** What the figures of all other values are under. */
export const OTHER = '(other)'

/** What a row of the statistics can be: a view of a page, or an act on it. */
export type VisitAct = 'view' | 'agenda' | 'letter' | 'register' | 'partner_shown' | 'partner_pressed'

/** What visitors do with the letter to their manager. */
export const LETTER_ACTS = { copied: 'Copied', mailed: 'Emailed', printed: 'Printed' } as const

/** Where on a landing page registration can be pressed. */
export const REGISTER_PLACES = {
  hero: 'Top of the page',
  register: 'Registration section',
  bar: 'Bar at the bottom',
} as const
export type RegisterPlace = keyof typeof REGISTER_PLACES

/** What the script of a page tells of a press there. */
export function toRegisterAct(place: RegisterPlace) {
  return `register ${place}` as const
}

/** Why a beacon was not counted, in words. */
export const LEFT_OUT = {
  bot: 'Bots',
  administrator: 'People with a role',
  preview: 'Previews',
  opted_out: 'Visitors who asked not to be counted',
  flood: 'Too many from one network',
  unknown_page: 'Pages that do not exist',
} as const
export type LeftOut = keyof typeof LEFT_OUT
