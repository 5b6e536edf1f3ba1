import { TEMPLATE_LABELS } from './agenda-template.ts'
import { BLOCK_LABELS, BODY_LABELS, bodyField } from './block-change.ts'
import type { SubjectType } from './change-subject.ts'
import { PAGE_LABELS } from './content-page.ts'
import { PLACED_BLOCKS } from './content-place.ts'
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
  content_block: BLOCK_LABELS,
  content_page: { ...PAGE_LABELS, blockIds: PLACED_BLOCKS },
  content_place: { blockIds: PLACED_BLOCKS },
  site_copy: { text: 'Text' },
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
  const name = type === 'content_block' ? bodyField(field) : undefined
  return (name === undefined ? LABELS[type][field] : BODY_LABELS[name]) ?? field
}
