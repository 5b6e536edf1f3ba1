import { TEMPLATE_LABELS } from './agenda-template.ts'
import { EVENT_LABELS } from './event-labels.ts'
import { LOCATION_LABELS } from './location.ts'
import { MENU_ITEM_LABELS } from './navigation.ts'
import { CONTACT_LABELS } from './partner-contact.ts'
import { EXTERNAL_SITE_ADDRESS, REVIEW_REQUIRED, SHOW_TO_EVERYONE } from './setting.ts'
import { SHOP_SETTING_LABELS } from './shop-setting.ts'
import { TEAM_LABELS } from './team-member.ts'
import { VENDOR_LABELS } from './vendor.ts'

/** What a change set can change, by the names of the audit log. */
export const SUBJECT_TYPES = [
  'event',
  'vendor',
  'team_member',
  'location',
  'agenda_template',
  'menu-item',
  'setting',
] as const
export type SubjectType = (typeof SUBJECT_TYPES)[number]

/** What people call each kind. */
export const SUBJECT_NAMES: Record<SubjectType, string> = {
  event: 'Event',
  vendor: 'Vendor',
  team_member: 'Team member',
  location: 'Location',
  agenda_template: 'Agenda template',
  'menu-item': 'Menu item',
  setting: 'Setting',
}

const LABELS: Record<SubjectType, Readonly<Record<string, string>>> = {
  event: EVENT_LABELS,
  vendor: VENDOR_LABELS,
  team_member: TEAM_LABELS,
  location: LOCATION_LABELS,
  agenda_template: TEMPLATE_LABELS,
  'menu-item': MENU_ITEM_LABELS,
  setting: {
    show_to_public: SHOW_TO_EVERYONE,
    url: EXTERNAL_SITE_ADDRESS,
    is_required: REVIEW_REQUIRED,
    ...CONTACT_LABELS,
    ...SHOP_SETTING_LABELS,
  },
}

/** What people call a field of a subject. */
export function subjectFieldName(type: SubjectType, field: string): string {
  return LABELS[type][field] ?? field
}
