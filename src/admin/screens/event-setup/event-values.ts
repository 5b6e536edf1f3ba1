import type { EventDraft } from '#src/contract/draft-event.ts'
import { EVENT_LABELS } from '#src/contract/event-labels.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import { FALLBACK } from '#src/contract/fallback-copy.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { toNumber } from '../../blocks/fields.tsx'

type Field = keyof typeof EVENT_LABELS
const SWITCHES = ['showSeriesPromo', 'isPublished'] as const
const NUMBERS = ['earlyBirdPrice', 'standardPrice', 'courseValue', 'conservativeRoiPercentage'] as const
const LISTS = ['workshopBenefits', 'workshopDeliverables'] as const
/** These fields are sent as null when they are empty: an empty text is not a day, an id or a number. */
const ABSENT = ['previousEventDate', 'earlyBirdDeadline', 'locationId', 'agendaTemplateGroupId'] as const

type Switch = (typeof SWITCHES)[number]
/** What the form holds: texts as they are typed, lists with one entry per line. Two edits are compared by these texts. */
export type EventValues = Record<Exclude<Field, Switch>, string> & Record<Switch, boolean>

export const FIELDS = Object.keys(EVENT_LABELS) as Field[]

/** The form of a new event. (product 9) */
export function blankValues(): EventValues {
  const empty = Object.fromEntries(FIELDS.map((field) => [field, ''])) as Record<Exclude<Field, Switch>, string>
  return {
    ...empty,
    eventTimezone: DEFAULT_TIME_ZONE,
    eventTimeStart: FALLBACK.timeStart,
    eventTimeEnd: FALLBACK.timeEnd,
    courseValue: String(FALLBACK.courseValue),
    status: 'scheduled',
    showSeriesPromo: true,
    isPublished: false,
  }
}

/** The form of an event that is stored. */
export function toValues(event: EventRecord): EventValues {
  const said = Object.fromEntries(FIELDS.map((field) => [field, toText(event[field])]))
  return {
    ...(said as unknown as EventValues),
    eventTimeStart: event.eventTimeStart?.slice(0, 5) ?? '',
    eventTimeEnd: event.eventTimeEnd?.slice(0, 5) ?? '',
    showSeriesPromo: event.showSeriesPromo,
    isPublished: event.isPublished,
  }
}

/** What is sent, and what the preview shows: the form's texts as the contract names their values. */
export function toDraft(values: EventValues): EventDraft {
  const of = <Name extends Field, Value>(names: readonly Name[], make: (text: string) => Value) =>
    Object.fromEntries(names.map((name) => [name, make(String(values[name]))])) as Record<Name, Value>
  return {
    ...values,
    // A text that is not a number stays as typed: the schema then refuses it by name.
    ...(of(NUMBERS, toNumber) as Record<(typeof NUMBERS)[number], number>),
    ...of(LISTS, toLines),
    ...of(ABSENT, (text) => text || null),
    ...(values.courseValue.trim() === '' && { courseValue: undefined }),
  } as EventDraft
}

function toLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join('\n') : String(value)
}
