/**
 * The styles of what editors put on public pages. Only a page that shows such content carries them, inline and by one hash, so that the
 * others weigh what they weighed without. Everything else a block looks like is made of classes that every page has.
 * (decision 0064)
 */
export const CONTENT_STYLE = `
.prose{max-width:44rem;overflow-wrap:anywhere}
.prose>*+*{margin-top:.75rem}
.prose :is(h3,h4){margin-top:1.25rem;font-weight:700}
.prose a{text-decoration:underline;text-underline-offset:3px}
.prose :is(ul,ol){padding-left:1.5rem}
.prose ul{list-style:disc}
.prose ol{list-style:decimal}
.prose blockquote{padding-left:1rem;border-left:4px solid var(--plate-line);color:var(--soft)}
.prose pre{white-space:pre-wrap}
.prose table{display:block;overflow-x:auto}
.prose :is(th,td){padding:.375rem .75rem;border:1px solid var(--line);text-align:left}
.prose img,.said img{max-width:100%;height:auto}
.said{display:grid;gap:2.5rem;margin-top:2.5rem}
.said summary{padding:1rem 0;cursor:pointer;font-size:1.1875rem;font-weight:700}
.said details{max-width:52rem;border-bottom:1px solid var(--line);padding-bottom:.25rem}
.said details .prose{padding-bottom:1rem}
.said details+details{margin-top:-2.5rem}
.said-figure{display:flex;flex-direction:column-reverse;justify-content:flex-end;gap:.5rem}
.said blockquote{font-size:1.25rem;line-height:1.4;overflow-wrap:anywhere}
.said figcaption{margin-top:.75rem}
@media (width>=48rem){.said-quotes{grid-template-columns:1fr 1fr}.said-getting-there{grid-template-columns:3fr 2fr}}
`.replaceAll('\n', '')
