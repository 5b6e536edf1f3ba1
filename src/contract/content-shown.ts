import type { BlockContent, SiteBlock, SlotBlocks } from './content-block.ts'
import { factOf, resolveInHtml, resolveReferences } from './content-facts.ts'
import { EVENT_FACTS, type EventFact, SLOT_NAMES, SLOTS, type Slot } from './content-kinds.ts'
import type { EventConfig } from './event.ts'
import type { Picture, PictureOf } from './picture.ts'

/** A picture; what is not known of it may be said to be undefined, as in answers of the API. */
type ShownPicture = { [Name in keyof Picture]: Picture[Name] | undefined } & { src: string }

/** A block with everything that a page shows of it: references resolved, pictures found. */
export type ShownBlock = { id: string } & (
  | { kind: 'text'; heading: string; html: string }
  | { kind: 'picture'; picture: ShownPicture; alt: string; caption: string }
  | { kind: 'list'; heading: string; items: string[] }
  | { kind: 'quote'; text: string; name: string; plant: string; result: string }
  | { kind: 'question'; question: string; html: string }
  | { kind: 'figures'; heading: string; figures: { label: string; value: string; source: string }[] }
  | { kind: 'call-to-action'; text: string; label: string; href: string }
  | { kind: 'event-facts'; heading: string; facts: { label: string; value: string }[] }
)

/** A slot of a landing page that has something to show. */
export type ShownSlot = { slot: Slot; heading: string; blocks: ShownBlock[] }

type Shown<Kind extends BlockContent['kind']> = Extract<ShownBlock, { kind: Kind }>
type Surroundings = { event: EventConfig | undefined; findPicture: PictureOf }

/**
 * The block as a page of this event shows it, or a page without one; undefined for one that has nothing to show there: its picture is
 * missing, or it lists facts where no event is.
 */
export function toShownBlock(block: SiteBlock, { event, findPicture }: Surroundings): ShownBlock | undefined {
  const say = (text: string) => (event ? resolveReferences(text, event) : text)
  const { id, kind, body, html } = block
  switch (kind) {
    case 'text':
      return { id, kind, heading: say(body.heading), html: event ? resolveInHtml(html, event) : html }
    case 'question':
      return { id, kind, question: say(body.question), html: event ? resolveInHtml(html, event) : html }
    case 'picture': {
      const picture = findPicture(body.url)
      return picture ? { id, kind, picture, alt: say(body.alt), caption: say(body.caption) } : undefined
    }
    case 'list':
      return { id, kind, heading: say(body.heading), items: body.items.map(say) }
    case 'quote':
      return { id, kind, text: say(body.text), name: body.name, plant: body.plant, result: say(body.result) }
    case 'figures':
      return { id, kind, heading: say(body.heading), figures: body.figures.map((figure) => sayFigure(figure, say)) }
    case 'call-to-action':
      return { id, kind, text: say(body.text), label: say(body.label), href: body.href }
    case 'event-facts':
      return event && { id, kind, heading: say(body.heading), facts: body.facts.map((fact) => toFact(fact, event)) }
  }
}

function sayFigure(figure: Shown<'figures'>['figures'][number], say: (text: string) => string) {
  return { label: say(figure.label), value: say(figure.value), source: say(figure.source) }
}

function toFact(fact: EventFact, event: EventConfig) {
  return { label: EVENT_FACTS[fact], value: factOf(fact, event) }
}

/** The slots of an event's landing page that have something to show, in the order of the page. */
export function toShownSlots(slots: SlotBlocks, surroundings: Surroundings): ShownSlot[] {
  return SLOT_NAMES.flatMap((slot) => {
    const blocks = (slots[slot] ?? []).flatMap((block) => toShownBlock(block, surroundings) ?? [])
    return blocks.length === 0 ? [] : [{ slot, heading: SLOTS[slot].heading, blocks }]
  })
}

/** The addresses of the pictures of these blocks. */
export function blockPictures(blocks: readonly SiteBlock[]): string[] {
  return blocks.flatMap(({ kind, body }) => (kind === 'picture' ? [body.url] : []))
}
