/**
 * The styles of what editors put on public pages. Only a page that shows such content carries them, inline and by one hash, so that the
 * others weigh what they weighed without.
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
.said-slot{border-top:1px solid var(--line)}
.said-heading{margin-bottom:1rem;font-size:1.75rem}
.said-call{margin-bottom:1rem}
.said-note{color:var(--soft)}
span.said-note{display:block}
.said-list,.said-facts{display:grid;align-content:start;gap:1rem}
.said-list li{display:flex;gap:1rem}
.said-list li,.said-facts dd,.said-call{font-size:1.1875rem;line-height:1.375;overflow-wrap:anywhere}
.said-facts div{padding-block:1rem;border-bottom:1px solid var(--line)}
.said-figures{display:grid;gap:2rem 3rem}
.said-figures div,.said-quote{padding-top:1rem;border-top:2px solid var(--ink)}
.said-figures div{display:flex;flex-direction:column-reverse;justify-content:flex-end;gap:.5rem}
.said-figures dt{line-height:1.375}
.said-figures .said-note{font-size:.9375rem}
:where(.said-figures) dd{font-size:clamp(2.75rem,6vw,4.5rem)}
.said blockquote{font-size:1.25rem;line-height:1.4;overflow-wrap:anywhere}
.said figcaption{margin-top:.75rem}
@media (width>=40rem){.said-figures{grid-template-columns:repeat(2,minmax(0,1fr))}}
@media (width>=64rem){.said-figures{grid-template-columns:repeat(4,minmax(0,1fr))}}
@media (width>=48rem){.said-quotes{grid-template-columns:1fr 1fr}.said-getting-there{grid-template-columns:3fr 2fr}}
`.replaceAll('\n', '')
