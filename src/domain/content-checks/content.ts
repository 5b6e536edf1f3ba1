import { BODY_LABELS } from '#src/contract/block-change.ts'
import type { BlockContent } from '#src/contract/content-block.ts'
import type { FindingSubject } from '#src/contract/content-check.ts'
import { PAGE_LABELS, type SitePage } from '#src/contract/content-page.ts'
import type { EventConfig, EventRows, TeamMember, Vendor } from '#src/contract/event.ts'
import { EVENT_HREF, type MenuItem, REPORT_MODAL_HREF } from '#src/contract/navigation.ts'
import type { ProductFields } from '#src/contract/shop-product.ts'
import { isCopyKey, SITE_COPY, type SiteCopy } from '#src/contract/site-copy.ts'

/** A product of the shop as it is edited. */
export type CheckedProduct = Pick<
  ProductFields,
  'slug' | 'title' | 'summary' | 'description' | 'usage' | 'contents' | 'pictures'
> & { id: string }

/** A block that visitors see, with the name that editors know it by. */
export type CheckedBlock = BlockContent & { id: string; title: string }

/** The content of the site that is checked: what is stored, or what it would be once something is published. */
export type Content = {
  events: readonly EventRows[]
  menu: readonly MenuItem[]
  products: readonly CheckedProduct[]
  /** The blocks that pages and events show, each once. */
  blocks: readonly CheckedBlock[]
  pages: readonly SitePage[]
  copy: SiteCopy
}

/** What a field holds: a name, sentences, Markdown, an address, or the description of a picture. */
type FieldKind = 'name' | 'prose' | 'markdown' | 'address' | 'alt'

/** One text of a subject. `label` is what its form calls it. */
export type CheckedField = { field: string | null; label: string; kind: FieldKind; text: string }

/** Something that is edited in one form, with all that visitors read or follow of it. */
export type CheckedSubject = {
  subject: FindingSubject
  fields: CheckedField[]
  /** The event whose facts the texts have to agree with. */
  event?: EventConfig
}

/** Everything that is edited on its own, each once, however many events show it. */
export function toSubjects({ events, menu, products, blocks, pages, copy }: Content): CheckedSubject[] {
  const vendors = new Map(events.flatMap((rows) => rows.vendors ?? []).map((vendor) => [vendor.id, vendor]))
  const team = new Map(events.flatMap((rows) => rows.team).map((person) => [person.id, person]))
  return [
    ...events.flatMap((rows) => [ofEvent(rows.event), ...ofAgenda(rows)]),
    ...[...vendors.values()].map(ofVendor),
    ...[...team.values()].map(ofPerson),
    ...menu.filter(({ isActive }) => isActive).map(ofMenuItem),
    ...products.map(ofProduct),
    ...blocks.map(ofBlock),
    ...pages.map(ofPage),
    ...Object.entries(copy).map(([key, text]) => ofCopy(key, text)),
  ].map((one) => ({ ...one, fields: one.fields.filter(({ text }) => text.trim() !== '') }))
}

/** The texts of an event by field, with what its form calls them. */
const EVENT_TEXTS = {
  eventName: ['Event name', 'name'],
  heroTitle: ['Hero title', 'name'],
  heroSubtitle: ['Hero subtitle', 'prose'],
  heroDescription: ['Hero description', 'prose'],
  heroCtaText: ['Button text', 'name'],
  announcementText: ['Announcement', 'prose'],
  includedCourseName: ['Included course', 'name'],
  metaTitle: ['Page title', 'name'],
  metaDescription: ['Page description', 'prose'],
  statusNote: ['Status note', 'prose'],
  registrationUrl: ['Registration URL', 'address'],
} as const satisfies Partial<Record<keyof EventConfig, readonly [label: string, kind: FieldKind]>>

function ofEvent(event: EventConfig): CheckedSubject {
  const single = Object.entries(EVENT_TEXTS).map(([field, [label, kind]]) => {
    const text = event[field as keyof typeof EVENT_TEXTS] ?? ''
    return { field, label, kind, text }
  })
  const lists = [
    ...toFields(event.workshopBenefits, { field: 'workshopBenefits', label: 'Benefits', kind: 'prose' }),
    ...toFields(event.workshopDeliverables, {
      field: 'workshopDeliverables',
      label: "What you'll learn",
      kind: 'prose',
    }),
  ]
  const { id, eventName } = event
  return { subject: { type: 'event', id, label: eventName }, fields: [...single, ...lists], event }
}

function ofAgenda({ event, agenda }: EventRows): CheckedSubject[] {
  if (agenda === null || agenda.length === 0) return []
  const fields = agenda.flatMap(({ timeSlot, title, description }): CheckedField[] => [
    { field: null, label: `Agenda, ${timeSlot}`, kind: 'name', text: title },
    { field: null, label: `Agenda, ${timeSlot}`, kind: 'prose', text: description ?? '' },
  ])
  return [{ subject: { type: 'agenda', id: event.id, label: event.eventName }, fields, event }]
}

function ofVendor({ id, vendorName, websiteUrl, description }: Vendor): CheckedSubject {
  return {
    subject: { type: 'vendor', id, label: vendorName },
    fields: [
      { field: 'websiteUrl', label: 'Website', kind: 'address', text: websiteUrl ?? '' },
      { field: 'description', label: 'Description', kind: 'prose', text: description ?? '' },
    ],
  }
}

function ofPerson({ id, fullName, title, bio }: TeamMember): CheckedSubject {
  return {
    subject: { type: 'team', id, label: fullName },
    fields: [
      { field: 'title', label: 'Title', kind: 'name', text: title },
      { field: 'bio', label: 'Bio', kind: 'prose', text: bio },
    ],
  }
}

/** Addresses that the bar replaces by something else. */
const SPECIAL = [EVENT_HREF, REPORT_MODAL_HREF]

function ofMenuItem({ id, label, href }: MenuItem): CheckedSubject {
  return {
    subject: { type: 'menu', id, label },
    fields: SPECIAL.includes(href) ? [] : [{ field: 'href', label: 'Address', kind: 'address', text: href }],
  }
}

function ofProduct({ id, title, summary, description, usage, contents, pictures }: CheckedProduct): CheckedSubject {
  return {
    subject: { type: 'product', id, label: title },
    fields: [
      { field: 'summary', label: 'Summary', kind: 'prose', text: summary },
      { field: 'description', label: 'What it is', kind: 'markdown', text: description },
      { field: 'usage', label: 'On the floor', kind: 'markdown', text: usage },
      ...toFields(contents, { field: 'contents', label: 'What is inside', kind: 'name' }),
      ...pictures.map(({ alt }, at): CheckedField => {
        return { field: `pictures.${at}.alt`, label: `Description of picture ${at + 1}`, kind: 'alt', text: alt }
      }),
    ],
  }
}

/** What visitors read of a block. The words of a quote are somebody's own: nobody is asked to make them easier to read. */
function ofBlock({ id, title, ...block }: CheckedBlock): CheckedSubject {
  const fields = blockParts(block).map(([name, kind, text]): CheckedField => {
    return { field: `body.${name}`, label: BODY_LABELS[name] ?? name, kind, text }
  })
  return { subject: { type: 'block', id, label: title }, fields }
}

function blockParts({ kind, body }: BlockContent): [name: string, kind: FieldKind, text: string][] {
  switch (kind) {
    case 'text':
      return [
        ['heading', 'name', body.heading],
        ['markdown', 'markdown', body.markdown],
      ]
    case 'question':
      return [
        ['question', 'name', body.question],
        ['markdown', 'markdown', body.markdown],
      ]
    case 'picture':
      return [
        ['alt', 'alt', body.alt],
        ['caption', 'prose', body.caption],
      ]
    case 'list':
      return [
        ['heading', 'name', body.heading],
        ...body.items.map((item): [string, FieldKind, string] => ['items', 'prose', item]),
      ]
    case 'quote':
      return [
        ['text', 'name', body.text],
        ['result', 'prose', body.result],
      ]
    case 'figures':
      return [['heading', 'name', body.heading]]
    case 'call-to-action':
      return [
        ['text', 'prose', body.text],
        ['label', 'name', body.label],
        ['href', 'address', body.href],
      ]
    case 'event-facts':
      return [['heading', 'name', body.heading]]
  }
}

function ofPage({ id, title, metaTitle, metaDescription }: SitePage): CheckedSubject {
  return {
    subject: { type: 'page', id, label: title },
    fields: [
      { field: 'title', label: PAGE_LABELS.title, kind: 'name', text: title },
      { field: 'metaTitle', label: PAGE_LABELS.metaTitle, kind: 'name', text: metaTitle ?? '' },
      { field: 'metaDescription', label: PAGE_LABELS.metaDescription, kind: 'prose', text: metaDescription ?? '' },
    ],
  }
}

function ofCopy(key: string, text: string | undefined): CheckedSubject {
  const label = isCopyKey(key) ? SITE_COPY[key].label : key
  return {
    subject: { type: 'copy', id: key, label },
    fields: [{ field: 'text', label, kind: 'prose', text: text ?? '' }],
  }
}

function toFields(texts: readonly string[], field: Omit<CheckedField, 'text'>): CheckedField[] {
  return texts.map((text) => ({ ...field, text }))
}
