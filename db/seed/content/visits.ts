/** A value and how often it is drawn, beside the others of its list. */
export type Weighted<T> = readonly (readonly [weight: number, value: T])[]

/** What a visit of the demo arrives with. Nothing of it exists. */
export type Arrival = Partial<
  Record<'source' | 'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmContent' | 'utmTerm', string>
>

export const ARRIVALS: Weighted<Arrival> = [
  [30, {}],
  [22, { source: 'search.example' }],
  [9, { source: 'maintenance-weekly.example' }],
  [7, { source: 'plantfloor.example' }],
  [4, { source: 'news.example' }],
  [3, { source: 'video.example' }],
  [8, { utmSource: 'newsletter', utmMedium: 'email', utmCampaign: 'workshop-dates', utmContent: 'button' }],
  [4, { utmSource: 'newsletter', utmMedium: 'email', utmCampaign: 'early-bird', utmContent: 'headline' }],
  [3, { source: 'corvane.example', utmSource: 'corvane', utmMedium: 'partner', utmCampaign: 'see-you-there' }],
  [2, { source: 'tallgrass.example', utmSource: 'tallgrass', utmMedium: 'partner', utmCampaign: 'see-you-there' }],
  [3, { utmSource: 'search-ads', utmMedium: 'cpc', utmCampaign: 'near-you', utmTerm: 'reliability workshop' }],
  [2, { utmSource: 'search-ads', utmMedium: 'cpc', utmCampaign: 'near-you', utmTerm: 'planner training' }],
  [2, { utmSource: 'poster', utmMedium: 'print', utmCampaign: 'break-room' }],
]

export const COUNTRIES: Weighted<string> = [
  [86, 'US'],
  [6, 'CA'],
  [2, 'MX'],
  [2, 'IN'],
  [1, 'GB'],
  [1, 'DE'],
  [2, ''],
]

export const MACHINES: Weighted<{ device: 'phone' | 'tablet' | 'desktop'; browser: string }> = [
  [34, { device: 'desktop', browser: 'Chrome' }],
  [17, { device: 'desktop', browser: 'Edge' }],
  [6, { device: 'desktop', browser: 'Firefox' }],
  [4, { device: 'desktop', browser: 'Safari' }],
  [18, { device: 'phone', browser: 'Safari' }],
  [13, { device: 'phone', browser: 'Chrome' }],
  [4, { device: 'phone', browser: 'Samsung Internet' }],
  [4, { device: 'tablet', browser: 'Safari' }],
]

/** Pages beside those of events. */
export const OTHER_PAGES: Weighted<string> = [
  [50, '/'],
  [18, '/events'],
  [12, '/forum'],
  [9, '/forum/post/:id'],
  [8, '/shop'],
  [3, '/feedback'],
]

/** The hour on the clock of the statistics, by how many visits begin in it. */
export const HOURS: Weighted<number> = [
  3, 2, 1, 1, 2, 6, 14, 20, 26, 30, 28, 25, 24, 26, 25, 22, 18, 13, 10, 11, 12, 10, 7, 4,
].map((weight, hour) => [weight, hour] as const)

export const LETTERS: Weighted<string> = [
  [6, 'copied'],
  [3, 'mailed'],
  [1, 'printed'],
]

export const BUTTONS: Weighted<string> = [
  [40, 'hero'],
  [30, 'offer'],
  [20, 'register'],
  [10, 'bar'],
]
