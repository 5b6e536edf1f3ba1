/** What a change set can change, by the names of the audit log. */
export const SUBJECT_TYPES = [
  'event',
  'vendor',
  'team_member',
  'location',
  'agenda_template',
  'content_block',
  'content_page',
  'content_place',
  'site_copy',
  'menu-item',
  'setting',
] as const
export type SubjectType = (typeof SUBJECT_TYPES)[number]

/** The button on the screens of records that change sets can change. */
export const ADD_TO_SET = 'Add to a change set'

/** What people call each kind. */
export const SUBJECT_NAMES: Record<SubjectType, string> = {
  event: 'Event',
  vendor: 'Vendor',
  team_member: 'Team member',
  location: 'Location',
  agenda_template: 'Agenda template',
  content_block: 'Content block',
  content_page: 'Page',
  content_place: 'Slot of landing pages',
  site_copy: 'Standing text',
  'menu-item': 'Menu item',
  setting: 'Setting',
}
