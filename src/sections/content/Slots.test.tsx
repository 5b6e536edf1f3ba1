import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { SiteBlock } from '#src/contract/content-block.ts'
import { BLOCK_KINDS, type BlockKind, SLOT_NAMES } from '#src/contract/content-kinds.ts'
import { toLanding } from '#src/contract/landing.ts'
import { COPY_KEYS, SITE_COPY } from '#src/contract/site-copy.ts'
import { renderPost } from '#src/domain/forum/render-post.ts'
import { CORPUS } from '#tests/e2e/support/xss-corpus.ts'
import { someRows } from '#tests/support/event-fixture.ts'
import { LandingSections } from '../LandingSections.tsx'
import { Slots } from './Slots.tsx'

const NOW = Date.parse('2026-12-01T12:00:00Z')
type Content = NonNullable<ReturnType<typeof someRows>['content']>

const page = (content?: Content) =>
  renderToStaticMarkup(<LandingSections landing={toLanding(someRows({}, content && { content }), NOW)} />)

/** A block of each kind that says this text wherever it can. */
function blockOf(kind: BlockKind, text: string): SiteBlock {
  const bodies: Record<BlockKind, object> = {
    text: { heading: text, markdown: text },
    picture: { url: '/media/a', alt: text, caption: text },
    list: { heading: text, items: [text] },
    quote: { text, name: text, plant: text, result: text },
    question: { question: text, markdown: text },
    figures: { heading: text, figures: [{ label: text, value: text, source: text }] },
    'call-to-action': { text, label: text, href: '/events' },
    'event-facts': { heading: text, facts: ['date'] },
  }
  const html = kind === 'text' || kind === 'question' ? renderPost(text).html : ''
  // The bodies above are those of their kinds; the type of a lookup does not say so.
  return { id: `${kind}`, html, kind, body: { schemaVersion: 1, ...bodies[kind] } } as SiteBlock
}
const KINDS = Object.keys(BLOCK_KINDS) as BlockKind[]

describe('a landing page', () => {
  test('that nobody edited is the same page as one whose texts say the default, byte for byte', () => {
    const said = Object.fromEntries(COPY_KEYS.map((key) => [key, SITE_COPY[key].text]))
    expect(page({ copy: said, slots: {} })).toBe(page())
    expect(page({ copy: {}, slots: {} })).toBe(page())
    expect(page()).not.toContain('class="said')
  })

  test('shows each slot that has a block once, with its references resolved, and only those', () => {
    const block = blockOf('question', 'Where in {{city}}?')
    const html = page({ copy: {}, slots: { questions: [block] } })
    expect(html).toContain('<summary>Where in Tulsa?</summary>')
    expect(html.match(/class="said /g)).toHaveLength(1)
    const all = page({ copy: {}, slots: Object.fromEntries(SLOT_NAMES.map((slot) => [slot, [block]])) })
    expect(SLOT_NAMES.filter((slot) => !all.includes(`id="${slot}"`))).toEqual([])
  })

  test('of an event that is over or called off shows quotes and figures, and not the way there', () => {
    const block = blockOf('list', 'Gate B')
    const content = { copy: {}, slots: { quotes: [block], 'getting-there': [block], terms: [block] } }
    const at = (now: number, changes: Parameters<typeof someRows>[0] = {}) => {
      const html = renderToStaticMarkup(<LandingSections landing={toLanding(someRows(changes, { content }), now)} />)
      return SLOT_NAMES.filter((slot) => html.includes(`id="${slot}"`))
    }
    expect(at(NOW)).toEqual(['quotes', 'getting-there', 'terms'])
    expect(at(NOW, { status: 'cancelled' })).toEqual(['quotes'])
    expect(at(Date.parse('2027-02-01T12:00:00Z'))).toEqual(['quotes'])
  })

  test('says an edited text, with the facts of its event', () => {
    const html = page({
      copy: { 'about.mission': 'We meet in {{city}}.', 'letter.opening': 'Send me to {{place}}.' },
      slots: {},
    })
    expect(html).toContain('We meet in Tulsa.')
    expect(html).toContain('Send me to Tulsa, Oklahoma.')
  })
})

const TAG = /<\/?([a-z][a-z0-9]*)((?:\s+[a-zA-Z-]+(?:="[^"]*")?)*)\s*\/?>/g
/** What a block may be made of: what the sections write, and what the sanitizer of posts lets through. */
const KNOWN =
  /^(?:section|div|h[1-6]|p|a|b|br|hr|strong|em|del|blockquote|ul|ol|li|code|pre|img|table|thead|tbody|tr|th|td|figure|figcaption|span|dl|dt|dd|details|summary)$/

test('hostile text in a standing text stays text (XS1)', () => {
  const renders = Math.ceil(CORPUS.length / COPY_KEYS.length)
  const tagsIn = (html: string) => [...html.matchAll(TAG)].map(([, name]) => name)
  const calm = tagsIn(page())
  for (let at = 0; at < renders; at += 1) {
    const textOf = (place: number) => CORPUS[(at * COPY_KEYS.length + place) % CORPUS.length] ?? ''
    const copy = Object.fromEntries(COPY_KEYS.map((key, place) => [key, textOf(place)]))
    expect(tagsIn(page({ copy, slots: {} }))).toEqual(calm)
  }
})

describe('hostile text in a block', () => {
  test.each(KINDS)('of the kind %s stays text, and cannot leave its block', (kind) => {
    const around = (text: string) => {
      const slots = { terms: [blockOf('list', 'before')], questions: [blockOf(kind, text)] }
      const landing = toLanding(someRows({}, { content: { copy: {}, slots } }), NOW)
      return renderToStaticMarkup(<Slots landing={landing} only={['questions', 'terms']} />)
    }
    const outside = (html: string) => html.replace(/<section id="questions".*?<\/section>/s, '')
    const calm = outside(around('calm'))
    for (const text of CORPUS) {
      const html = around(text)
      const inside = /<section id="questions".*?<\/section>/s.exec(html)?.[0] ?? ''
      const tags = [...inside.matchAll(TAG)]
      expect(tags.length, text).toBe(inside.split('<').length - 1)
      expect(tags.filter(([, name = '']) => !KNOWN.test(name)).map(([tag]) => tag)).toEqual([])
      const names = tags.map(([, , attributes = '']) => attributes.replace(/"[^"]*"/g, ''))
      expect(names.filter((written) => /\s(?:on|id=|style=)/.test(written))).toEqual([' id= class='])
      expect(outside(html) === calm, text).toBe(true)
    }
  })
})
