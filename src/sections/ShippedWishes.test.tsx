import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ShippedWishes } from './ShippedWishes.tsx'

const wish = { id: 'w', title: 'A letter for your manager', text: 'One click.\nNo more.', month: 'August 2026' }

test('each wish has its month, its title and its result', () => {
  const html = renderToStaticMarkup(
    <ShippedWishes wishes={[wish, { ...wish, id: 'x', title: '<b>x</b>', text: null }]} />,
  )
  expect(html.match(/<li/g)).toHaveLength(2)
  expect(html).toContain('August 2026')
  expect(html).toContain('One click.\nNo more.')
  expect(html).toContain('&lt;b&gt;x&lt;/b&gt;')
  expect(html).not.toContain('Nothing here yet.')
})

test('without any it says what will stand there', () => {
  expect(renderToStaticMarkup(<ShippedWishes wishes={[]} />)).toContain('Nothing here yet.')
})
