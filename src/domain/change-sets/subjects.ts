import { inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { agendaTemplateGroups, eventConfig } from '#db/schema/events.ts'
import { locationLibrary, teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { appSettings, menuItems } from '#db/schema/site.ts'
import { agendaTemplateFields, TEMPLATE_LABELS } from '#src/contract/agenda-template.ts'
import type { SubjectLine } from '#src/contract/change-set.ts'
import type { SubjectQuery } from '#src/contract/change-set-input.ts'
import { SUBJECT_TYPES, type SubjectType } from '#src/contract/change-subject.ts'
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
import { CONTENT_SUBJECTS } from './content-subjects.ts'
import {
  checkFields,
  contains,
  type Live,
  type Lives,
  MOST_FOUND,
  rowSubject,
  type Subject,
  versioned,
  withValues,
} from './subject.ts'

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

/** Every kind of subject. They are locked and written in the order of `SUBJECT_TYPES_IN_ORDER`. */
export const SUBJECTS: Record<SubjectType, Subject> = {
  event: {
    ...event,
    check: (value, _id, { registrationOrigin }) => {
      checkFields('event', eventInput(registrationOrigin), value)
      return withSeconds(eventInput(registrationOrigin).parse(value))
    },
    write: (tx, { id, value, live, actor, rules }) =>
      updateEvent(tx, id, versioned(eventInput(rules.registrationOrigin).parse(value), live), actor),
    find: async (db, q, now) =>
      (await listEventLines(db, { ...first, q, after: undefined }, now)).items.map(({ id, eventName, eventDate }) => ({
        id,
        label: `${eventName} (${eventDate})`,
      })),
  },
  vendor: {
    ...vendor,
    check: (value) => vendor.checkBy(vendorFields, value),
    write: (tx, { id, value, live, actor }) =>
      updateVendor(tx, id, versioned(vendorFields.required().parse(value), live), actor),
    find: async (db, q) =>
      (await listVendors(db, { ...first, q })).items.map(({ id, vendorName }) => ({ id, label: vendorName })),
  },
  team_member: {
    ...member,
    check: (value) => member.checkBy(teamFields, value),
    write: (tx, { id, value, live, actor }) =>
      updateTeamMember(tx, id, versioned(teamFields.required().parse(value), live), actor),
    find: async (db, q) =>
      (await listTeam(db, { ...first, q })).items.map(({ id, fullName }) => ({ id, label: fullName })),
  },
  location: {
    ...location,
    check: (value) => location.checkBy(locationFields, value),
    write: (tx, { id, value, live, actor }) =>
      updateLocation(tx, id, versioned(locationFields.required().parse(value), live), actor),
    find: async (db, q) =>
      (await listLocations(db, { ...first, q })).items.map(({ id, venueName }) => ({ id, label: venueName })),
  },
  agenda_template: {
    ...template,
    read: async (db, ids) =>
      withValues(await template.read(db, ids), async (_live, id) => {
        const { groupName, items } = await readAgendaTemplate(db, id)
        return { groupName, items }
      }),
    check: (value) => template.checkBy(agendaTemplateFields, value),
    write: (tx, { id, value, live, actor }) =>
      updateAgendaTemplate(tx, id, versioned(agendaTemplateFields.parse(value), live), actor),
    find: async (db, q) =>
      (await listAgendaTemplates(db, { ...first, q })).items.map(({ id, groupName }) => ({ id, label: groupName })),
  },
  'menu-item': {
    ...menu,
    check: (value) => menu.checkBy(menuItemFields, value),
    write: (tx, { id, value, live, actor }) =>
      changeMenuItem(tx, id, versioned(menuItemFields.parse(value), live), actor),
    find: async (db, q, now) =>
      (await readMenu(db, now)).items.filter(({ label }) => contains(label, q)).map(({ id, label }) => ({ id, label })),
  },
  ...CONTENT_SUBJECTS,
  setting: {
    isId: isSettingKey,
    lock: (tx, keys) =>
      tx
        .select({ key: appSettings.settingKey })
        .from(appSettings)
        .where(inArray(appSettings.settingKey, keys))
        .orderBy(appSettings.settingKey)
        .for('update'),
    read: async (db, keys) => {
      const asked = (await listSettings(db)).filter(({ key }) => keys.includes(key))
      return new Map(
        asked.map(({ key, title, version, value }) => [key, { label: title, version, value: { ...value } }]),
      )
    },
    check: (value, key) => {
      if (!isSettingKey(key)) throw new Failure('invalid', INVALID_VALUE)
      return checkFields('setting', SETTINGS[key].schema.strict(), value)
    },
    write: (tx, { id, value, live, actor }) => saveSetting(tx, id, { value, version: live.version }, actor),
    find: async (db, q) =>
      (await listSettings(db))
        .filter(({ title }) => contains(title, q))
        .map(({ key, title }) => ({ id: key, label: title })),
  },
}

/**
 * The order in which rows are locked and written: what events refer to comes before events, as in every other write, so that
 * there is no deadlock. A standing text holds the row of all content, which comes after every other.
 */
export const SUBJECT_TYPES_IN_ORDER: readonly SubjectType[] = [
  'vendor',
  'team_member',
  'location',
  'agenda_template',
  'content_block',
  'content_page',
  'event',
  'content_place',
  'menu-item',
  'setting',
  'site_copy',
]

/** One record as it is stored; null if it is not there. */
export async function readSubject(db: Db, type: SubjectType, id: string): Promise<Live | null> {
  return (await SUBJECTS[type].read(db, [id])).get(id) ?? null
}

/** What is stored of each of these items now, all records of one kind at once; null for those that are gone. */
export async function readSubjects(db: Db, items: readonly ItemSubject[]): Promise<(Live | null)[]> {
  const lives = new Map<string, Lives>()
  for (const [type, mine] of Map.groupBy(items, ({ subjectType }) => subjectType)) {
    const ids = mine.map(({ subjectId }) => subjectId)
    lives.set(type, await SUBJECTS[subjectTypeOf(type)].read(db, ids))
  }
  return items.map(({ subjectType, subjectId }) => lives.get(subjectType)?.get(subjectId) ?? null)
}

type ItemSubject = { subjectType: string; subjectId: string }

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
