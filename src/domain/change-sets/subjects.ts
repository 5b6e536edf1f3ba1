import { eq, inArray } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { agendaTemplateGroups, eventConfig } from '#db/schema/events.ts'
import { locationLibrary, teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { appSettings, menuItems } from '#db/schema/site.ts'
import { agendaTemplateFields, TEMPLATE_LABELS } from '#src/contract/agenda-template.ts'
import type { SubjectLine } from '#src/contract/change-set.ts'
import type { SubjectQuery } from '#src/contract/change-set-input.ts'
import { SUBJECT_TYPES, type SubjectType } from '#src/contract/change-subject.ts'
import { subjectFieldName } from '#src/contract/change-subject-fields.ts'
import { eventInput } from '#src/contract/event.ts'
import { EVENT_LABELS } from '#src/contract/event-labels.ts'
import { Failure, INVALID_VALUE } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { LOCATION_LABELS, locationFields } from '#src/contract/location.ts'
import { MENU_ITEM_LABELS, menuItemFields } from '#src/contract/navigation.ts'
import { isSettingKey, SETTINGS } from '#src/contract/setting.ts'
import { TEAM_LABELS, teamFields } from '#src/contract/team-member.ts'
import { VENDOR_LABELS, vendorFields } from '#src/contract/vendor.ts'
import { listAgendaTemplates, readAgendaTemplate } from '../agenda-templates/read-agenda-templates.ts'
import { updateAgendaTemplate } from '../agenda-templates/save-agenda-template.ts'
import type { Actor } from '../audit/audit.ts'
import { listEventLines } from '../events/list-events.ts'
import { updateEvent, withSeconds } from '../events/update-event.ts'
import { listLocations } from '../locations/read-locations.ts'
import { updateLocation } from '../locations/save-location.ts'
import { changeMenuItem, readMenu } from '../menu/menu-items.ts'
import { listSettings, saveSetting } from '../settings/settings.ts'
import { listTeam } from '../team/read-team.ts'
import { updateTeamMember } from '../team/save-team-member.ts'
import { listVendors } from '../vendors/read-vendors.ts'
import { updateVendor } from '../vendors/save-vendor.ts'

/** The fields of a subject, as they are sent and stored. */
export type Fields = Record<string, unknown>

/** A subject as it is stored. A setting that was never saved has no version. */
export type Live = { label: string; version: number | null; value: Fields }

/** What values are checked against: registration addresses must be on this host. */
export type SubjectRules = { registrationOrigin: string }

type Write = { id: string; value: Fields; version: number | null; actor: Actor; rules: SubjectRules }

/** How a change set reads, checks and writes one kind of subject. Every write goes through the kind's own command. */
export type Subject = {
  /** Holds these rows until the transaction ends. Ids are given in order. */
  lock: (tx: Db, ids: string[]) => Promise<unknown>
  read: (db: Db, id: string) => Promise<Live | null>
  /** Checks the whole form. Throws `invalid` with the sentence of its first fault. */
  check: (value: Fields, id: string, rules: SubjectRules) => Fields
  write: (tx: Db, change: Write) => Promise<unknown>
  find: (db: Db, q: string, now: Instant) => Promise<Omit<SubjectLine, 'type'>[]>
}

const MOST_FOUND = 20

type Table = PgTable & { id: PgColumn }
type RowParts = {
  type: SubjectType
  table: Table
  labels: object
  getLabel: (row: Fields) => unknown
}

/** A subject that is one row with a version. */
function rowSubject({ type, table, labels, getLabel }: RowParts) {
  return {
    lock: (tx: Db, ids: string[]) =>
      tx.select({ id: table.id }).from(table).where(inArray(table.id, ids)).orderBy(table.id).for('no key update'),
    read: async (db: Db, id: string): Promise<Live | null> => {
      const [row]: Fields[] = await db.select().from(table).where(eq(table.id, id))
      if (!row) return null
      const names = Object.keys(labels)
      const value = Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
      return { label: String(getLabel(row)), version: Number(row.version), value }
    },
    checkBy: (schema: z.ZodType<object>, value: Fields) => checkFields(type, schema, value),
  }
}

function checkFields(type: SubjectType, schema: z.ZodType<object>, value: Fields): Fields {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { ...parsed.data }
  const issue = parsed.error.issues[0]
  const field = String(issue?.path[0] ?? '')
  const sentence = issue?.message ?? INVALID_VALUE
  const name = subjectFieldName(type, field)
  const message = sentence.startsWith(name) ? sentence : `${name}: ${sentence}`
  throw new Failure('invalid', message, { field: `value.${field}` })
}

const first = { limit: MOST_FOUND }
const event = rowSubject({
  type: 'event',
  table: eventConfig,
  labels: EVENT_LABELS,
  getLabel: (row) => row.eventName,
})
const vendor = rowSubject({
  type: 'vendor',
  table: vendorLibrary,
  labels: VENDOR_LABELS,
  getLabel: (row) => row.vendorName,
})
const member = rowSubject({
  type: 'team_member',
  table: teamLibrary,
  labels: TEAM_LABELS,
  getLabel: (row) => row.fullName,
})
const location = rowSubject({
  type: 'location',
  table: locationLibrary,
  labels: LOCATION_LABELS,
  getLabel: (row) => row.venueName,
})
const template = rowSubject({
  type: 'agenda_template',
  table: agendaTemplateGroups,
  labels: TEMPLATE_LABELS,
  getLabel: (row) => row.groupName,
})
const menu = rowSubject({
  type: 'menu-item',
  table: menuItems,
  labels: MENU_ITEM_LABELS,
  getLabel: (row) => row.label,
})

/** A change of a row that is stored has a version. */
const versioned = <Value extends object>(value: Value, version: number | null) => ({ ...value, version: version ?? 0 })

/** Every kind of subject. They are locked and written in the order of `SUBJECT_TYPES_IN_ORDER`. */
export const SUBJECTS: Record<SubjectType, Subject> = {
  event: {
    ...event,
    check: (value, _id, { registrationOrigin }) => {
      checkFields('event', eventInput(registrationOrigin), value)
      return withSeconds(eventInput(registrationOrigin).parse(value))
    },
    write: (tx, { id, value, version, actor, rules }) =>
      updateEvent(tx, id, versioned(eventInput(rules.registrationOrigin).parse(value), version), actor),
    find: async (db, q, now) =>
      (await listEventLines(db, { ...first, q, after: undefined }, now)).items.map(({ id, eventName, eventDate }) => ({
        id,
        label: `${eventName} (${eventDate})`,
      })),
  },
  vendor: {
    ...vendor,
    check: (value) => vendor.checkBy(vendorFields, value),
    write: (tx, { id, value, version, actor }) =>
      updateVendor(tx, id, versioned(vendorFields.required().parse(value), version), actor),
    find: async (db, q) =>
      (await listVendors(db, { ...first, q })).items.map(({ id, vendorName }) => ({ id, label: vendorName })),
  },
  team_member: {
    ...member,
    check: (value) => member.checkBy(teamFields, value),
    write: (tx, { id, value, version, actor }) =>
      updateTeamMember(tx, id, versioned(teamFields.required().parse(value), version), actor),
    find: async (db, q) =>
      (await listTeam(db, { ...first, q })).items.map(({ id, fullName }) => ({ id, label: fullName })),
  },
  location: {
    ...location,
    check: (value) => location.checkBy(locationFields, value),
    write: (tx, { id, value, version, actor }) =>
      updateLocation(tx, id, versioned(locationFields.required().parse(value), version), actor),
    find: async (db, q) =>
      (await listLocations(db, { ...first, q })).items.map(({ id, venueName }) => ({ id, label: venueName })),
  },
  agenda_template: {
    ...template,
    read: async (db, id) => {
      const row = await template.read(db, id)
      if (!row) return null
      const { groupName, items } = await readAgendaTemplate(db, id)
      return { ...row, value: { groupName, items } }
    },
    check: (value) => template.checkBy(agendaTemplateFields, value),
    write: (tx, { id, value, version, actor }) =>
      updateAgendaTemplate(tx, id, versioned(agendaTemplateFields.parse(value), version), actor),
    find: async (db, q) =>
      (await listAgendaTemplates(db, { ...first, q })).items.map(({ id, groupName }) => ({ id, label: groupName })),
  },
  'menu-item': {
    ...menu,
    check: (value) => menu.checkBy(menuItemFields, value),
    write: (tx, { id, value, version, actor }) =>
      changeMenuItem(tx, id, versioned(menuItemFields.parse(value), version), actor),
    find: async (db, q, now) =>
      (await readMenu(db, now)).items.filter(({ label }) => contains(label, q)).map(({ id, label }) => ({ id, label })),
  },
  setting: {
    lock: (tx, keys) =>
      tx
        .select({ key: appSettings.settingKey })
        .from(appSettings)
        .where(inArray(appSettings.settingKey, keys))
        .orderBy(appSettings.settingKey)
        .for('update'),
    read: async (db, key) => {
      const setting = (await listSettings(db)).find((one) => one.key === key)
      return setting ? { label: setting.title, version: setting.version, value: { ...setting.value } } : null
    },
    check: (value, key) => {
      if (!isSettingKey(key)) throw new Failure('invalid', INVALID_VALUE)
      return checkFields('setting', SETTINGS[key].schema.strict(), value)
    },
    write: (tx, { id, value, version, actor }) => saveSetting(tx, id, { value, version }, actor),
    find: async (db, q) =>
      (await listSettings(db))
        .filter(({ title }) => contains(title, q))
        .map(({ key, title }) => ({ id: key, label: title })),
  },
}

const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

/**
 * The order in which rows are locked and written: what events refer to comes before events, as in every other write, so that
 * there is no deadlock.
 */
export const SUBJECT_TYPES_IN_ORDER: readonly SubjectType[] = [
  'vendor',
  'team_member',
  'location',
  'agenda_template',
  'event',
  'menu-item',
  'setting',
]

/** Records of one kind that a set can change, by their names. */
export async function findSubjects(db: Db, { type, q }: SubjectQuery, now: Instant): Promise<{ items: SubjectLine[] }> {
  const found = await SUBJECTS[type].find(db, q, now)
  return { items: found.slice(0, MOST_FOUND).map((line) => ({ type, ...line })) }
}

/** A kind of subject as the database has it. */
export function subjectTypeOf(stored: string): SubjectType {
  const type = SUBJECT_TYPES.find((one) => one === stored)
  if (!type) throw new Error(`A change set has a record of an unknown kind: ${stored}`)
  return type
}
