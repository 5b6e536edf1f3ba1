import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { usernameKey } from '#src/contract/username.ts'
import { CORPUS } from '#tests/e2e/support/xss-corpus.ts'
import { renderPost } from './render-post.ts'

const PICTURE = `/media/${'a1'.repeat(32)}`
const REL = 'rel="nofollow ugc noopener"'
const html = (source: string) => renderPost(source).html
/** Every tag as it is written, with its attributes. */
const TAG = /<[^>]*>?/g
const SAFE = new RegExp(
  [
    '^</?(p|strong|em|del|blockquote|ul|ol|li|code|pre|h3|h4|table|thead|tbody|tr|th|td|a)>$',
    '^<(br|hr)>$',
    '^<table tabindex="0">$',
    '^<ol start="-?\\d+">$',
    '^<t[hd] align="(left|center|right)">$',
    `^<a href="(https?://|/(?!/))[^"<> ]*" ${REL}>$`,
    '^<img src="/media/[0-9a-f]{64}" alt="[^"]*"( width="\\d+" height="\\d+")? loading="lazy">$',
  ].join('|'),
)
const unsafe = (written: string) => (written.match(TAG) ?? []).filter((tag) => !SAFE.test(tag))

describe('what a post is made of', () => {
  test.each([
    ['# a', '<h3>a</h3>'],
    ['## b\n\n##### c\n\n# d', '<h3>b</h3>\n<h4>c</h4>\n<h3>d</h3>'],
    ['|a|\n|-|', '<table tabindex="0">\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n</table>'],
    ['*a* **b** ~~c~~ `d`', '<p><em>a</em> <strong>b</strong> <del>c</del> <code>d</code></p>'],
    [
      '> q\n\n- x\n\n3. y',
      '<blockquote>\n<p>q</p>\n</blockquote>\n<ul>\n<li>x</li>\n</ul>\n<ol start="3">\n<li>y</li>\n</ol>',
    ],
    ['```js\n<b>\n```', '<pre><code>&#x3C;b>\n</code></pre>'],
    ['[a](/forum?x=1)', `<p><a href="/forum?x=1" ${REL}>a</a></p>`],
    ['https://a.example', `<p><a href="https://a.example/" ${REL}>https://a.example</a></p>`],
    [`![p](${PICTURE})`, `<p><img src="${PICTURE}" alt="p" loading="lazy"></p>`],
    ['![p](https://a.example/x.png)', `<p><a href="https://a.example/x.png" ${REL}>p</a></p>`],
    ['[![p](https://b.example)](https://a.example)', `<p><a href="https://a.example/" ${REL}>p</a></p>`],
    ['a[^1] - [x]\n\n[^1]: y', '<p>a^1 - [x]</p>'],
    ['<b>x</b>', '<p>&#x3C;b>x&#x3C;/b></p>'],
  ])('%j', (source, expected) => {
    expect(html(source)).toBe(expected)
  })

  test.each([
    ...[
      'javascript:xss=1',
      'JAVASCRIPT:xss=1',
      'java&#115;cript:xss=1',
      'data:text/html,x',
      'vbscript:x',
      'mailto:a@b.example',
    ],
    ...[
      '//evil.example',

      'x',
      '#user-content',
      'https://a@evil.example',
      'blob:https://a.example/x',
      'file:///x',
    ],
  ])('a link to %s leads nowhere', (address) => {
    expect(html(`[word](${address})`)).toBe('<p>word</p>')
    expect(html(`![word](${address})`)).toBe('<p>word</p>')
    expect(html(`[word]\n\n[word]: ${address}`)).toBe('<p>word</p>')
  })

  test('a path that a browser would leave the site by is none', () => {
    for (const path of [
      '/&#9;/evil.example',
      '/\\evil.example',
      '/\\/evil.example',
      '\\\\evil.example',
      '/./\\evil.example',
    ])
      expect(html(`[a](<${path}>)`)).not.toMatch(/href="[^"]*(\/\/|\\)/)
  })

  test('a link to a host with far too long a name is its words alone', () => {
    const address = `http://a${'-W'.repeat(9_990)}`
    expect(html(address)).toBe(`<p>${address}</p>`)
  })

  test('runs too long to be words are cut in its plain text, and nothing else is', () => {
    const { html, plain } = renderPost(`pump ${'./'.repeat(300)} ${'😀'.repeat(201)} seal`)
    expect(html).toContain('./'.repeat(300))
    const [pump, ...pieces] = plain.split(' ')
    expect(pump).toBe('pump')
    expect(pieces).toEqual([...Array(3).fill('./'.repeat(100)), '😀'.repeat(200), '😀', 'seal'])
  })

  test('its words are plain text, a block a line', () => {
    expect(renderPost('# Pump *two*\n\nleaks  \nat **the** seal\n\n- a\n- b\n\n```\nx <b>\n```').plain).toBe(
      'Pump two\n\nleaks\nat the seal\n\na\nb\nx <b>',
    )
  })

  test('links that lead away and pictures are counted', () => {
    const { links, images } = renderPost(
      `https://a.example [b](http://b.example) [c](/forum) ![p](${PICTURE}) ![q](//x)`,
    )
    expect({ links, images }).toEqual({ links: 2, images: [PICTURE] })
  })

  test('a picture gets the size it has; one that is not there is left out', () => {
    const known = { members: new Map(), images: new Map([[PICTURE, { width: 40, height: 30 }]]) }
    const other = `/media/${'b1'.repeat(32)}`
    expect(renderPost(`![p](${PICTURE}) ![q](${other})`, known).html).toBe(
      `<p><img src="${PICTURE}" alt="p" width="40" height="30" loading="lazy"> q</p>`,
    )
  })
})

describe('a mention', () => {
  const known = {
    members: new Map([
      ['ada', 'Ada'],
      [usernameKey('bob.k'), 'bob.k'],
    ]),
    images: null,
  }

  test('of a member is a link to them, spelt as they spell it', () => {
    expect(renderPost('Thanks @ada, @ADA and @bob.k.', known).html).toBe(
      `<p>Thanks <a href="/forum/member/Ada" ${REL}>@Ada</a>, <a href="/forum/member/Ada" ${REL}>@Ada</a> and <a href="/forum/member/bob.k" ${REL}>@bob.k</a>.</p>`,
    )
  })

  test('of nobody is text', () => {
    expect(renderPost('Thanks @carol', known).html).toBe('<p>Thanks @carol</p>')
  })

  test('is found outside code, links and addresses, each name once', () => {
    const source = '@ada @Ada (@bob.k) `@code` [@link](/x) me@mail.example /@path\n\n    @indented\n\n> @quoted'
    expect(renderPost(source).mentions).toEqual(['ada', 'bob.k', 'quoted'])
  })
})

describe('hostile text', () => {
  const places = [
    (text: string) => text,
    (text: string) => `[${text}](${text})`,
    (text: string) => `![${text}](${text} "${text}")`,
    (text: string) => `[a](<${text}>)`,
    (text: string) => `[a]: ${text}\n\n[a] ![a]`,
    (text: string) => `|${text}|\n|-|\n|${text}|`,
    (text: string) => `\`\`\`${text}\n${text}\n\`\`\``,
    (text: string) => `<${text}>`,
    (text: string) => `- > **${text}**`,
    (text: string) => `@${text}`,
  ]

  test.each(CORPUS)('%j becomes nothing but text and safe links, in every place', (payload) => {
    for (const place of places) expect(unsafe(html(place(payload)))).toEqual([])
  })

  test('whatever is written, only what is allowed comes out', () => {
    const piece = fc.oneof(
      fc.constantFrom(...'[]()<>!*_~`|#-+=:/\\&;"\'@ \n\t'),
      fc.constantFrom(
        '](',
        '<a ',
        '&#x3C;',
        '&#9;',
        'javascript:',
        'http://',
        '//',
        '![',
        '```\n',
        '\n\n',
        '    ',
        PICTURE,
        '" onload="',
        '|-|\n',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(unsafe(html(pieces.join('')))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('an unsafe tag would be noticed', () => {
    for (const tag of [
      '<b>',
      '<a href="javascript:x">',
      `<a href="//x" ${REL}>`,
      '<p id="x">',
      '<img src="x">',
      '<a href="/x">',
    ])
      expect(unsafe(tag)).toEqual([tag])
  })
})
