import { CONTENT_STYLE } from './content-style.ts'

/** In the head of a page that shows content of editors. */
export function ContentStyle() {
  return <style>{CONTENT_STYLE}</style>
}
