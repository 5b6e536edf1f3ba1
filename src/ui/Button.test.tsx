import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'
import { buttonClass } from './button-class.ts'

const VARIANTS = [
  'hero',
  'hero-outline',
  'industrial',
  'default',
  'destructive',
  'outline',
  'secondary',
  'ghost',
  'link',
] as const
const SIZES = ['default', 'sm', 'lg', 'icon'] as const

describe('a button', () => {
  test('has every variant and size of the product description, no two alike', () => {
    const looks = VARIANTS.flatMap((variant) => SIZES.map((size) => buttonClass({ variant, size })))
    expect(new Set(looks).size).toBe(VARIANTS.length * SIZES.length)
  })

  test('does not submit a form unless it is a submit button', () => {
    expect(renderToStaticMarkup(<Button>Go</Button>)).toContain('type="button"')
    expect(renderToStaticMarkup(<Button type="submit">Go</Button>)).toContain('type="submit"')
  })

  test('a busy one looks disabled and does nothing, but can keep the focus', () => {
    const html = renderToStaticMarkup(
      <Button type="submit" isBusy className="w-full">
        Saving...
      </Button>,
    )
    expect(html).toMatch(/w-full cursor-not-allowed opacity-60" aria-disabled="true" aria-busy="true">/)
    expect(html).not.toContain(' disabled=')
    expect(renderToStaticMarkup(<Button isBusy={false}>Save</Button>)).not.toContain('aria-')
  })

  test('one that can be busy takes a double click for one press; others take both clicks', () => {
    const pressed = vi.fn()
    const clickTwice = (button: ReactElement<{ onClick: (event: object) => void }>) => {
      const clicks = [1, 2].map((detail) => ({ detail, preventDefault: vi.fn() }))
      for (const click of clicks) button.props.onClick(click)
      return clicks.map(({ preventDefault }) => preventDefault.mock.calls.length)
    }
    // The submission of a form is stopped with the click.
    expect(clickTwice(Button({ isBusy: false, onClick: pressed }))).toEqual([0, 1])
    expect(pressed).toHaveBeenCalledTimes(1)
    expect(clickTwice(Button({ onClick: pressed }))).toEqual([0, 0])
    expect(pressed).toHaveBeenCalledTimes(3)
  })

  test('lends its clothes to its child', () => {
    const html = renderToStaticMarkup(
      <Button asChild variant="hero" className="w-full">
        <a href="/x">Go</a>
      </Button>,
    )
    expect(html).toMatch(/^<a href="\/x" class="btn btn-hero [^"]*w-full">Go<\/a>$/)
  })
})
