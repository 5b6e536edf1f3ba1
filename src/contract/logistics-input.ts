import { z } from 'zod'
import { emailAddress } from './email.ts'
import type { AnswerValue } from './logistics.ts'
import { LOGISTICS_ROLES, type LogisticsField } from './logistics-sections.ts'
import { isStorable, text } from './text.ts'

const line = (max: number) =>
  z
    .string('Enter a text')
    .trim()
    .max(max, `At most ${max.toLocaleString('en-US')} characters`)
    .refine(isStorable, 'This contains characters that cannot be stored')

/** A time on a clock, as browsers send it. */
export const plainTime = z.string('Enter a time').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM')

const KINDS = {
  text: line(200),
  long: line(2000),
  phone: line(40).regex(/^[+\d(][\d ().x/-]{4,}$/, 'Enter a phone number'),
  date: z.iso.date('Enter a date as YYYY-MM-DD'),
  time: plainTime,
  number: z.int('Enter a whole number').min(0, 'Enter a whole number').max(99_999, 'This number is too large'),
} as const

/** What a field takes. An empty text is no answer. */
export function fieldSchema({ kind, options = [] }: LogisticsField): z.ZodType<AnswerValue> {
  const values = options.map(([value]) => value)
  const filled: z.ZodType<AnswerValue> =
    kind === 'choice' ? z.string().refine((value) => values.includes(value), 'Choose one of the answers') : KINDS[kind]
  return z.preprocess((given) => (typeof given === 'string' && given.trim() === '' ? null : given), filled.nullable())
}

const token = z.string().max(200)
/** The name of a section or of one of its fields. */
export const fieldKey = z.string().max(40)
/** What a call may give as an answer; `fieldSchema` says what a field takes. */
export const fieldValue = z.union([z.string().max(4_000), z.number(), z.null()])

/** Body of `POST /api/logistics/look` and `/submit`. */
export const formToken = z.strictObject({ token })
/** Body of `POST /api/logistics/save`: one field, and the version that was seen of it. */
export const formSave = z.strictObject({
  token,
  section: fieldKey,
  field: fieldKey,
  value: fieldValue,
  version: z.int().min(0),
})
/** Body of `POST /api/logistics/request`: the fields of a frozen section that should change. */
export const formRequest = z.strictObject({ token, section: fieldKey, values: z.record(fieldKey, fieldValue) })
/** Body of `POST /api/logistics/remove`: one section, or everything with null. */
export const formRemoval = z.strictObject({ token, section: fieldKey.nullable() })
/** Body of `POST /api/logistics/new-link`. */
export const newLinkInput = z.strictObject({ email: emailAddress })

/** Somebody who is added to an event by hand. */
export const newPerson = z.strictObject({
  name: text(1, 100, 'Name'),
  email: emailAddress,
  role: z.enum(LOGISTICS_ROLES, 'Choose a role'),
})
export type NewPerson = z.output<typeof newPerson>
