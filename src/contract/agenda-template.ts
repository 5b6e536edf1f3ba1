import { z } from 'zod'
import type { Instant } from './instant.ts'
import { entryVersion, nameText, searchText } from './library.ts'
import { optionalText } from './text.ts'

/** The button that compares an agenda with a template. */
export const COMPARE_TEMPLATE = 'Compare with template'

/** The button that adds an entry to a day. */
export const ADD_ENTRY = 'Add entry'

/** Entries one agenda has at most. */
export const MOST_AGENDA_ITEMS = 60

/** One entry of a day: `8:30am`, a title and an optional description. */
export const agendaTemplateItem = z.strictObject({
  timeSlot: nameText(50, 'Time'),
  title: nameText(200, 'Title'),
  description: optionalText(1000, 'Description'),
})
export type AgendaTemplateItem = z.output<typeof agendaTemplateItem>

/** The form of an agenda template: its name and the whole day, in order. */
export const agendaTemplateFields = z.strictObject({
  groupName: nameText(100, 'Name'),
  items: z.array(agendaTemplateItem).max(MOST_AGENDA_ITEMS, `At most ${MOST_AGENDA_ITEMS} entries`),
})
export type AgendaTemplateFields = z.output<typeof agendaTemplateFields>

/** What people call each field. */
export const TEMPLATE_LABELS: Record<keyof AgendaTemplateFields, string> = { groupName: 'Name', items: 'Schedule' }

/** A new template. The form chooses the id, so that a second click or a lost answer makes no second one. */
export const newAgendaTemplate = agendaTemplateFields.extend({ id: z.uuid() })
export type NewAgendaTemplate = z.output<typeof newAgendaTemplate>

/** The whole form again, with the version it was filled from. */
export const agendaTemplateChange = agendaTemplateFields.extend({ version: entryVersion })
export type AgendaTemplateChange = z.output<typeof agendaTemplateChange>

/** A copy of a template, under an id the caller chooses. */
export const agendaTemplateCopy = z.strictObject({ id: z.uuid() })

/** A template in the list. */
export type AgendaTemplateLine = {
  id: string
  groupName: string
  itemCount: number
  /** How many events were made from it. */
  uses: number
  version: number
  lastModifiedAt: Instant
}

/** A template with its day. */
export type AgendaTemplate = AgendaTemplateLine & { items: AgendaTemplateItem[] }

/** The form's question before it saves: does another template have this name? */
export const agendaTemplateDuplicateQuery = z.strictObject({ name: searchText, except: z.uuid().optional() })
export type AgendaTemplateDuplicateQuery = z.output<typeof agendaTemplateDuplicateQuery>
