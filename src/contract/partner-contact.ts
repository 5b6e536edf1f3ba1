import { z } from 'zod'
import { INVALID_EMAIL, normalizeEmail } from './email.ts'
import { isStorable } from './text.ts'

/** Whom vendors and people of an event turn to with a question. Each part may be missing. */
export type PartnerContact = { name: string | null; email: string | null; phone: string | null }

/** The fields of `PartnerContact`: of the setting, and of the exception of an event. */
export const partnerContact = z.object({
  name: z
    .string('Enter a name, or nothing')
    .max(100, 'Name must be at most 100 characters')
    .refine(isStorable, 'Name contains characters that cannot be stored')
    .nullable(),
  email: z
    .string(INVALID_EMAIL)
    .refine((given) => normalizeEmail(given) === given, INVALID_EMAIL)
    .nullable(),
  phone: z
    .string('Enter a phone number')
    .max(40, 'Phone must be at most 40 characters')
    .regex(/^[+\d(][\d ().x/-]{4,}$/, 'Enter a phone number')
    .nullable(),
})

const blank = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((given: string | null | undefined) => given?.trim() || null, schema)
/** The same for the fields of a form, in which an empty text is no value. */
export const partnerContactForm = z.object({
  name: blank(partnerContact.shape.name),
  email: blank(partnerContact.shape.email),
  phone: blank(partnerContact.shape.phone),
})

/** The labels of the fields. */
export const CONTACT_LABELS = { name: 'Name', email: 'Email', phone: 'Phone' }

/** Body of `PUT …/logistics/contact`. The version is 0 as long as the event has no contact of its own. */
export const eventContactInput = partnerContact.extend({ version: z.int().min(0) }).strict()
export type EventContactInput = z.output<typeof eventContactInput>

/** The contact of an event: the one that applies, and the event's own with its version. */
export type EventContact = { shown: PartnerContact | null; own: (PartnerContact & { version: number }) | null }

/** A contact that says something; null if nothing of it is set. */
export function filledContact({ name, email, phone }: PartnerContact): PartnerContact | null {
  return name === null && email === null && phone === null ? null : { name, email, phone }
}
