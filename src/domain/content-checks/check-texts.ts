import { type Finding, toFinding } from '#src/contract/content-check.ts'
import type { CheckedSubject } from './content.ts'
import { readMarkdownParts } from './read-markdown-parts.ts'

/** What search results and shared links show of a page before they cut it, in characters. */
const LENGTHS = {
  metaTitle: { key: 'length.title', most: 60, why: 'Search results cut it after about 60.' },
  metaDescription: { key: 'length.description', most: 160, why: 'Search results cut it after about 160.' },
  heroTitle: { key: 'length.hero', most: 80, why: 'On a phone, a title of more than 80 fills the screen.' },
} as const

/** Texts that are too long for their place. */
export function checkLengths({ subject, fields }: CheckedSubject): Finding[] {
  return fields.flatMap(({ field, label, text }) => {
    const rule = field !== null && Object.hasOwn(LENGTHS, field) ? LENGTHS[field as keyof typeof LENGTHS] : undefined
    // In code points, as the limits of the forms are. (decision 0004)
    const { length } = [...text]
    if (!rule || length <= rule.most) return []
    return [toFinding(rule.key, subject, field, `${label} has ${length} characters. ${rule.why}`)]
  })
}

/** Pictures without a description, and descriptions that describe nothing. */
export function checkPictures({ subject, fields }: CheckedSubject): Finding[] {
  return fields.flatMap(({ field, label, kind, text }) => {
    if (kind === 'alt') return isPoor(text) ? [poor(subject, field, `${label}: “${text}”`)] : []
    if (kind !== 'markdown') return []
    return readMarkdownParts(text).pictures.flatMap(({ src, alt }) => {
      if (alt.trim() === '')
        return [toFinding('alt.missing', subject, field, `${label}: the picture ${src} has no description.`)]
      return isPoor(alt) ? [poor(subject, field, `${label}: “${alt}”`)] : []
    })
  })
}

const FILE_NAME = /^\S+\.(?:png|jpe?g|webp|avif|gif|svg)$|^(?:img|dsc|dscn|pxl|image|photo|screenshot)[-_ ]?\d+$/i
const ONLY_KIND = /^(?:an? |the )?(?:image|picture|photo|photograph|graphic|logo|icon|screenshot|alt(?: text)?)\.?$/i

function isPoor(alt: string): boolean {
  return FILE_NAME.test(alt.trim()) || ONLY_KIND.test(alt.trim())
}

function poor(subject: CheckedSubject['subject'], field: string | null, words: string): Finding {
  return toFinding('alt.poor', subject, field, `${words} does not say what the picture shows.`)
}

/** Headings in Markdown that leave out a level, and empty ones. */
export function checkHeadings({ subject, fields }: CheckedSubject): Finding[] {
  return fields.flatMap(({ field, label, kind, text }) => {
    if (kind !== 'markdown') return []
    const say = (words: string) => toFinding('heading.order', subject, field, `${label}: ${words}`)
    return readMarkdownParts(text).headings.flatMap(({ depth, words }, at, all) => {
      if (words.trim() === '') return [say('a heading is empty.')]
      const before = all[at - 1]?.depth ?? depth
      return depth > before + 1 ? [say(`the heading “${words}” leaves out a level below the one before it.`)] : []
    })
  })
}
