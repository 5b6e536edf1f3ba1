import { z } from 'zod'
import { BLOCK_KINDS, type BlockKind, EVENT_FACTS, type EventFact, type Slot } from './content-kinds.ts'
import { CONTENT_REFERENCES, findReferences, unknownReferences } from './content-reference.ts'
import type { Instant } from './instant.ts'
import { entryVersion, imageAddress, nameText, searchText } from './library.ts'
import { pageFields } from './page.ts'
import { PICTURE_ALT } from './picture.ts'
import { text } from './text.ts'
import { isSafeHref } from './url.ts'

const MOST_LINES = 20
export const MOST_FIGURES = 8
const MOST_TAGS = 10

const KNOWN = Object.keys(CONTENT_REFERENCES).map((name) => `{{${name}}}`)
const refused = (name: string) => `There is no fact {{${name}}}. Known are ${KNOWN.join(', ')}.`

/** Text that may refer to facts of the event; a reference to a fact that does not exist is refused. */
function withReferences<Schema extends z.ZodType<string>>(schema: Schema) {
  return schema.superRefine((written, context) => {
    const [unknown] = unknownReferences(written)
    if (unknown !== undefined) context.addIssue({ code: 'custom', message: refused(unknown) })
  })
}
const line = (max: number, label: string) => withReferences(nameText(max, label))
const optionalLine = (max: number, label: string) => withReferences(text(0, max, label))
const markdown = (min: number) => withReferences(text(min, 5000, 'Text'))

const HREF = 'Enter a web address, or a path of this site such as /events'
const href = z
  .string()
  .min(1, HREF)
  .max(2000, HREF)
  .refine((value) => isSafeHref(value), HREF)

/** The bodies of version 1. A kind whose body changes gets a step in `UPGRADES`, and a schema of the next version here. */
const schemaVersion = z.literal(1)
const figure = z.strictObject({
  label: line(80, 'Label'),
  value: line(40, 'Figure'),
  source: optionalLine(200, 'Source'),
})
const BODIES = {
  text: z.strictObject({ schemaVersion, heading: optionalLine(120, 'Heading'), markdown: markdown(1) }),
  picture: z.strictObject({
    schemaVersion,
    url: imageAddress,
    alt: line(200, PICTURE_ALT),
    caption: optionalLine(300, 'Caption'),
  }),
  list: z.strictObject({
    schemaVersion,
    heading: optionalLine(120, 'Heading'),
    items: z.array(line(300, 'Line')).min(1, 'Enter at least one line').max(MOST_LINES, `At most ${MOST_LINES} lines`),
  }),
  quote: z.strictObject({
    schemaVersion,
    text: line(1000, 'Quote'),
    name: nameText(100, 'Attendee'),
    plant: text(0, 120, 'Role and plant'),
    result: optionalLine(300, 'Result'),
  }),
  question: z.strictObject({ schemaVersion, question: line(200, 'Question'), markdown: markdown(1) }),
  figures: z.strictObject({
    schemaVersion,
    heading: optionalLine(120, 'Heading'),
    figures: z.array(figure).min(1, 'Enter at least one figure').max(MOST_FIGURES, `At most ${MOST_FIGURES} figures`),
  }),
  'call-to-action': z.strictObject({
    schemaVersion,
    text: optionalLine(300, 'Text'),
    label: line(60, 'Words on the button'),
    href,
  }),
  'event-facts': z.strictObject({
    schemaVersion,
    heading: optionalLine(120, 'Heading'),
    // Object.keys knows no key types.
    facts: z
      .array(z.enum(Object.keys(EVENT_FACTS) as [EventFact, ...EventFact[]]))
      .min(1, 'Choose at least one fact')
      .refine((facts) => new Set(facts).size === facts.length, 'A fact is named twice'),
  }),
} as const satisfies Record<BlockKind, z.ZodType>

/** What a block says, by its kind. */
type BlockBody<Kind extends BlockKind = BlockKind> = z.output<(typeof BODIES)[Kind]>
/** A kind and the body that belongs to it. */
export type BlockContent = { [Kind in BlockKind]: { kind: Kind; body: BlockBody<Kind> } }[BlockKind]

type StoredBody = Record<string, unknown>
/** Makes the body of the next version out of one; its place in the list is the version it reads, counted from 1. */
type UpgradeStep = (body: StoredBody) => StoredBody

/** No kind has a second version yet. */
const UPGRADES: Partial<Record<BlockKind, readonly UpgradeStep[]>> = {}

/**
 * A stored body as the newest version says it: each step leads to the next version. Throws for a body of a version that is
 * newer than this code, so that a build fails rather than leaves something out.
 */
export function upgradeBody(body: StoredBody, steps: readonly UpgradeStep[]): StoredBody {
  const version = Number(body.schemaVersion)
  if (!Number.isInteger(version) || version < 1 || version > steps.length + 1)
    throw new Error(`The body of a content block has the unknown version ${String(body.schemaVersion)}.`)
  return steps
    .slice(version - 1)
    .reduce<StoredBody>((older, step, at) => ({ ...step(older), schemaVersion: version + at + 1 }), body)
}

/** A stored block in the shape of today. Throws for a body that does not fit its kind. */
export function readContent(kind: BlockKind, stored: StoredBody): BlockContent {
  const body = BODIES[kind].parse(upgradeBody(stored, UPGRADES[kind] ?? []))
  // The schema of a kind makes the body of that kind; the types of a lookup do not say so.
  return { kind, body } as BlockContent
}

const tag = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'A tag is made of lowercase letters, digits and hyphens')
  .max(40, 'A tag has at most 40 characters')
const frame = {
  /** What editors call it. */
  title: nameText(120, 'Name'),
  tags: z
    .array(tag)
    .max(MOST_TAGS, `At most ${MOST_TAGS} tags`)
    .transform((tags) => [...new Set(tags)]),
  isActive: z.boolean(),
}

/** A block of any kind, with more fields beside its own: the kind decides what the body is. */
function blockWith<Extra extends z.ZodRawShape>(extra: Extra) {
  const of = <Kind extends BlockKind>(kind: Kind) => ({ ...extra, kind: z.literal(kind), body: BODIES[kind] })
  return z.discriminatedUnion('kind', [
    z.strictObject(of('text')),
    z.strictObject(of('picture')),
    z.strictObject(of('list')),
    z.strictObject(of('quote')),
    z.strictObject(of('question')),
    z.strictObject(of('figures')),
    z.strictObject(of('call-to-action')),
    z.strictObject(of('event-facts')),
  ])
}

/** The form of a block. */
export const blockFields = blockWith(frame)
export type BlockFields = z.output<typeof blockFields>

/** A new block. The form chooses the id, so that a second click or a lost answer makes no second one. */
export const newBlock = blockWith({ ...frame, id: z.uuid() })
export type NewBlock = z.output<typeof newBlock>

/** The whole form again, with the version it was filled from. */
export const blockChange = blockWith({ ...frame, version: entryVersion })
export type BlockChange = z.output<typeof blockChange>

/** What a preview is asked for: the content alone. */
export const blockPreviewInput = blockWith({})

/** `?q=&kind=&tag=&limit=&cursor=` of the list of blocks, by name. */
export const blockQuery = z.strictObject({
  ...pageFields(z.tuple([z.string().max(400), z.uuid()])),
  q: searchText,
  kind: z.enum(Object.keys(BLOCK_KINDS) as [BlockKind, ...BlockKind[]]).optional(),
  tag: tag.optional(),
})
export type BlockQuery = z.output<typeof blockQuery>

/** A block of the library, in its list and alone. `uses` counts the places where it is. */
export type BlockEntry = BlockFields & {
  id: string
  version: number
  uses: number
  createdAt: Instant
  updatedAt: Instant
}

/** A block as the site reads it: its content, and the HTML of its Markdown. */
export type SiteBlock = BlockContent & { id: string; html: string }

/** The blocks of each slot of a landing page; a slot that is empty is absent. */
export type SlotBlocks = { [Name in Slot]?: SiteBlock[] | undefined }

/** Every text of a block that visitors read, for what looks at words. */
export function blockTexts({ kind, body }: BlockContent): string[] {
  switch (kind) {
    case 'text':
      return [body.heading, body.markdown]
    case 'picture':
      return [body.alt, body.caption]
    case 'list':
      return [body.heading, ...body.items]
    case 'quote':
      return [body.text, body.result]
    case 'question':
      return [body.question, body.markdown]
    case 'figures':
      return [body.heading, ...body.figures.flatMap(({ label, value }) => [label, value])]
    case 'call-to-action':
      return [body.text, body.label]
    case 'event-facts':
      return [body.heading]
  }
}

/** The Markdown of a block; undefined for a kind without. */
export function blockMarkdown({ kind, body }: BlockContent): string | undefined {
  return kind === 'text' || kind === 'question' ? body.markdown : undefined
}

/** True for a block that has something to say only about an event. */
export function needsEvent(content: BlockContent): boolean {
  return content.kind === 'event-facts' || blockTexts(content).some((written) => findReferences(written).length > 0)
}

/** Refuses to delete a block that is in use; the places are named. */
export function blockInUse(title: string, places: string): string {
  return `${title} is used in ${places}. Remove it there first.`
}
/** Refuses a block about an event on a page, which has none. */
export function blockNeedsEvent(title: string): string {
  return `${title} refers to facts of an event. A page has no event: take the references out, or use another block.`
}
