import { useId } from 'react'
import { expect, test, vi } from 'vitest'
import renderer from './react-renderer.ts'

vi.mock('@astrojs/react/server.js', () => ({
  default: { name: '@astrojs/react', renderToStaticMarkup: async () => ({ html: 'of the package' }) },
}))

function Field({ label }: { label: string }) {
  const id = useId()
  return (
    <p>
      <label htmlFor={id}>Name: {label}</label>
      <input id={id} />
      <img src="/a.png" alt="" />
    </p>
  )
}

type Call = Parameters<typeof renderer.renderToStaticMarkup>
const page = () => ({ result: {} }) as unknown as ThisParameterType<typeof renderer.renderToStaticMarkup>
const render = (on: ReturnType<typeof page>, props = {}, slots = {}, metadata?: object) =>
  renderer.renderToStaticMarkup.call(on, Field, { label: 'a', ...props }, slots, metadata as Call[3])

test('a component that nothing starts later is plain HTML, without what React leaves for itself, and in its place', async () => {
  const { html } = await render(page())
  expect(html).toMatch(/^<p><label for="(\S+)">Name: a<\/label><input id="\1"\/><img src="\/a.png" alt=""\/><\/p>$/)
})

test('an island has what React takes it over by', async () => {
  const { html, attrs } = await render(page(), {}, {}, { hydrate: 'interaction' })
  expect(html).toContain('Name: <!-- -->a')
  expect(html).toContain(`id="_${attrs?.prefix}R_`)
})

test('no two components of a page have the same ids, and every page the same ones', async () => {
  const [one, two] = [page(), page()]
  const first = await render(one)
  expect((await render(one)).html).not.toBe(first.html)
  expect((await render(two)).html).toBe(first.html)
})

test('what has children in the page is rendered by the package', async () => {
  expect((await render(page(), {}, { default: '<b>c</b>' })).html).toBe('of the package')
  expect((await render(page(), { children: 'd' })).html).toBe('of the package')
})
