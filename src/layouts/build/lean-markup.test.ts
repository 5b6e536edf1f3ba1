import { expect, test } from 'vitest'
import { leanMarkup } from './lean-markup.ts'

test('what browsers read the same is shorter', () => {
  expect(leanMarkup('<p data-seen="" hidden="" class="a">b<br/><img src="/a.png" alt=""/></p>')).toBe(
    '<p data-seen hidden class="a">b<br><img src="/a.png" alt=""></p>',
  )
  expect(leanMarkup('<astro-island props="{&quot;a&quot;:[0,&quot;b &amp; c&quot;]}" ssr>')).toBe(
    `<astro-island props='{"a":[0,"b &amp; c"]}' ssr>`,
  )
  expect(leanMarkup('<svg><path d="M0 0"></path><circle r="1"></circle></svg>')).toBe(
    '<svg><path d="M0 0"/><circle r="1"/></svg>',
  )
  expect(leanMarkup('<ul><li>a</li><li class="b"><ol><li>c</li></ol></li></ul>')).toBe(
    '<ul><li>a<li class="b"><ol><li>c</ol></ul>',
  )
  expect(leanMarkup('<dl><div><dt>a</dt><dd><p>b</p><p>c</p></dd></div></dl><p>d</p>')).toBe(
    '<dl><div><dt>a<dd><p>b<p>c</div></dl><p>d</p>',
  )
})

test.each([
  '<script>a.b="<p hidden=\\"\\">";r.js="";c</script>',
  '<style>[data-a=""]{top:0}</style>',
  '<p>&lt;p hidden=""&gt; is data-a=""</p>',
  '<a href="/a/">a</a>',
  '<p>a</p> <a><p>b</p></a>',
  '<ul><li>a</li> <li>b</li> </ul>',
  `<astro-island props="{&quot;a&quot;:&quot;b's&quot;}">`,
  '<ul><template><li>a</li></template></ul>',
])('%s stays', (html) => {
  expect(leanMarkup(html)).toBe(html)
})
