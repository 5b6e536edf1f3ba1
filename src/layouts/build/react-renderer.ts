import standard from '@astrojs/react/server.js'
import type { NamedSSRLoadedRendererValue, SSRResult } from 'astro'
import { createElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'

/** How many components of a page were rendered here. What `useId` gives begins with their number, so that no two give the same. */
const counts = new WeakMap<SSRResult, number>()

/**
 * Renders React's components as `@astrojs/react` does, but in one piece. That renders each through a stream, after another one that finds
 * out whether the component is React's, which all of ours are. (decision 0070)
 */
const renderer = {
  ...standard,
  check: async () => true,
  async renderToStaticMarkup(this: { result: SSRResult }, component, props, slots, metadata) {
    const hasChildren = Object.keys(slots).length > 0 || props.children !== undefined
    if (hasChildren) return standard.renderToStaticMarkup.call(this, component, props, slots, metadata)
    const count = counts.get(this.result) ?? 0
    counts.set(this.result, count + 1)
    const prefix = `s${count}`
    const { class: _, ...given } = props
    const element = createElement(component, given)
    const options = { identifierPrefix: prefix }
    const html = metadata?.hydrate ? renderToString(element, options) : renderToStaticMarkup(element, options)
    return { html: html.replaceAll(PRELOAD, ''), attrs: { prefix } }
  },
} satisfies NamedSSRLoadedRendererValue

/** React asks for pictures to be loaded early, which would move them before all else of the component. */
const PRELOAD = /<link rel="preload"[^>]*>/g

export default renderer
