/** What statistics keep of a user agent. */
export type Agent = { device: 'phone' | 'tablet' | 'desktop'; browser: string }

/** Families of browsers, those first whose user agents also name another one. */
const BROWSERS: readonly (readonly [agent: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** The class of device and the family of browser of a user agent. An iPad that asks for pages of a desktop is one. */
export function readAgent(userAgent: string): Agent {
  const browser = BROWSERS.find(([agent]) => agent.test(userAgent))?.[1] ?? ''
  return { device: readDevice(userAgent), browser }
}

function readDevice(userAgent: string): Agent['device'] {
  if (/iPad|Tablet|Kindle|Silk\/|Android(?!.*Mobile)/.test(userAgent)) return 'tablet'
  return /Mobi|iPhone|iPod|Android/.test(userAgent) ? 'phone' : 'desktop'
}
