import { TEMPLATE_LABELS } from './agenda-template.ts'
import type { SubjectType } from './change-subject.ts'
import { EVENT_LABELS } from './event-labels.ts'
import { LOCATION_LABELS } from './location.ts'
import { MENU_ITEM_LABELS } from './navigation.ts'
import { CONTACT_LABELS } from './partner-contact.ts'
import { EXTERNAL_SITE_ADDRESS, REVIEW_REQUIRED, SHOW_TO_EVERYONE } from './setting.ts'
import { SHOP_SETTING_LABELS } from './shop-setting.ts'
import { TEAM_LABELS } from './team-member.ts'
import { VENDOR_LABELS } from './vendor.ts'

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
