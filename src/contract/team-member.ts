import { z } from 'zod'
import {
  askedText,
  type Entry,
  entryVersion,
  IMAGE_ADDRESS,
  nameText,
  optionalEmail,
  SECURE_ADDRESS,
  searchText,
} from './library.ts'
import { optionalText } from './text.ts'
import { optionalImageAddress, optionalWebAddress } from './url.ts'

/** The title of the empty list. */
export const NO_TEAM = 'No team members yet'

/** The team member form. (product 5: full_name 1-100, title 1-100, bio 1-2000, credentials 200, phone 20, specialties 300) */
export const teamFields = z.strictObject({
  fullName: nameText(100, 'Full name'),
  title: nameText(100, 'Title'),
  bio: nameText(2000, 'Bio'),
  photoUrl: optionalImageAddress(IMAGE_ADDRESS),
  credentials: optionalText(200, 'Credentials'),
  email: optionalEmail,
  phone: optionalText(20, 'Phone'),
  linkedinUrl: optionalWebAddress(SECURE_ADDRESS),
  specialties: optionalText(300, 'Specialties'),
})
export type TeamFields = z.output<typeof teamFields>

/** What people call each field. */
export const TEAM_LABELS: Record<keyof TeamFields, string> = {
  fullName: 'Full name',
  title: 'Title',
  bio: 'Bio',
  photoUrl: 'Photo',
  credentials: 'Credentials',
  email: 'Email',
  phone: 'Phone',
  linkedinUrl: 'LinkedIn address',
  specialties: 'Specialties',
}

/** A new team member. The form chooses the id, so that a second click or a lost answer makes no second one. */
export const newTeamMember = teamFields.extend({ id: z.uuid() })
export type NewTeamMember = z.output<typeof newTeamMember>

/** The whole form again, with the version it was filled from. */
export const teamMemberChange = teamFields.required().extend({ version: entryVersion })
export type TeamMemberChange = z.output<typeof teamMemberChange>

/** A team member of the library, in its list and alone. */
export type TeamEntry = TeamFields & Entry

/** The form's question before it saves: is this person already in the library? `except` is the entry being edited. */
export const teamDuplicateQuery = z.strictObject({
  name: searchText,
  email: askedText(254),
  except: z.uuid().optional(),
})
export type TeamDuplicateQuery = z.output<typeof teamDuplicateQuery>
