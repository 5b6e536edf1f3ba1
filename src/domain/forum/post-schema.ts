import type { Options } from 'rehype-sanitize'

/**
 * What a post may be made of, and nothing else: no `id`, `name`, `style` or `class`, no address but web addresses and paths of
 * this site. The tree is checked against it last of all. (security XS1)
 */
export const POST_SCHEMA: Options = {
  tagNames: [
    ...['p', 'br', 'hr', 'strong', 'em', 'del', 'blockquote', 'ul', 'ol', 'li', 'code', 'pre', 'h3', 'h4', 'a', 'img'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  attributes: {
    a: ['href', ['rel', 'nofollow', 'ugc', 'noopener']],
    img: ['src', 'alt', 'width', 'height', ['loading', 'lazy']],
    ol: ['start'],
    table: [['tabIndex', 0]],
    td: [['align', 'left', 'center', 'right']],
    th: [['align', 'left', 'center', 'right']],
  },
  protocols: { href: ['http', 'https'], src: [] },
  ancestors: {
    li: ['ol', 'ul'],
    ...Object.fromEntries(['thead', 'tbody', 'tr', 'th', 'td'].map((tag) => [tag, ['table']])),
  },
  strip: ['script', 'style'],
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
}
