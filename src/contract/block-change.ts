import { PICTURE_ALT } from './picture.ts'

/** What forms and change sets call the fields of a block, those of its body by their path. */
export const BLOCK_LABELS = {
  kind: 'Kind',
  title: 'Name',
  body: 'Content',
  tags: 'Tags',
  isActive: 'Show to visitors',
} as const

/** What the forms of all kinds call the fields of a body. */
export const BODY_LABELS: Readonly<Record<string, string>> = {
  heading: 'Heading',
  markdown: 'Text',
  question: 'Question',
  url: 'Picture',
  alt: PICTURE_ALT,
  caption: 'Caption',
  items: 'Lines',
  text: 'Text',
  name: 'Attendee',
  plant: 'Role and plant',
  result: 'Result',
  figures: 'Figures',
  label: 'Words on the button',
  href: 'Address',
  facts: 'Facts',
}

const BODY = 'body.'

/** The field of a body, by the name that it has beside the fields of the block: `body.heading` is `heading`. */
export const bodyField = (field: string): string | undefined =>
  field.startsWith(BODY) ? field.slice(BODY.length) : undefined

/** A block with the fields of its body beside its own, so that edits of different fields can be merged. */
export function flattenBlock({ body, ...fields }: Record<string, unknown>): Record<string, unknown> {
  const parts = Object.entries(body ?? {}).map(([name, value]) => [`${BODY}${name}`, value])
  return { ...fields, ...Object.fromEntries(parts) }
}

/** The block again, in the shape in which it is stored. */
export function nestBlock(flat: Record<string, unknown>): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  const fields: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(flat)) {
    const name = bodyField(field)
    if (name === undefined) fields[field] = value
    else body[name] = value
  }
  return { ...fields, body }
}
