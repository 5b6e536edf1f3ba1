import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { CodeInput } from './CodeInput.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { Tabs, tabAfter } from './Tabs.tsx'
import { TextInput } from './TextInput.tsx'

describe('a field', () => {
  const html = renderToStaticMarkup(<TextInput label="Email" name="email" hint="Yours" error="Wrong." />)
  const id = /<label for="([^"]+)"/.exec(html)?.[1]

  test('belongs to its label, its error and its hint', () => {
    expect(html).toContain(`<input type="text" id="${id}" aria-describedby="${id}error ${id}hint"`)
    expect(html).toContain(`<p id="${id}error" role="alert"`)
    expect(html).toContain(`<div id="${id}hint"`)
  })

  test('is invalid exactly while it has an error', () => {
    expect(html).toContain('aria-invalid="true"')
    expect(renderToStaticMarkup(<TextInput label="Email" />)).not.toMatch(/aria-(invalid|describedby)|role="alert"/)
  })

  test('lets password managers and paste do their work', () => {
    const password = renderToStaticMarkup(<PasswordInput label="Password" name="p" autoComplete="current-password" />)
    expect(password).toMatch(/<input[^>]* autoComplete="current-password"[^>]* type="password"/)
    expect(password).toMatch(/<button type="button" aria-label="Show password" aria-pressed="false"/)
    const code = renderToStaticMarkup(<CodeInput label="Code" name="code" />)
    expect(code).toContain('inputMode="numeric" autoComplete="one-time-code"')
    expect(code).not.toContain('maxLength')
  })
})

describe('tabs', () => {
  test.each([
    ['ArrowRight', 2, 0],
    ['ArrowRight', 0, 1],
    ['ArrowLeft', 0, 2],
    ['Home', 2, 0],
    ['End', 0, 2],
    [' ', 1, 1],
    ['Enter', 1, undefined],
  ])('%s on tab %i leads to %o of three', (key, at, next) => {
    expect(tabAfter(key, at, 3)).toBe(next)
  })

  test('keep every panel, show one, and are one stop', () => {
    const tabs = ['a', 'b'].map((name) => ({ name, title: name, panel: name }))
    const html = renderToStaticMarkup(<Tabs label="Ways" tabs={tabs} current="b" onChange={() => {}} />)
    expect(html.match(/role="tabpanel"/g)).toHaveLength(2)
    expect(html.match(/hidden=""/g)).toHaveLength(1)
    expect(html.match(/tabindex="0"/g)).toHaveLength(1)
  })
})
