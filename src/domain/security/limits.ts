import { plural } from '#src/contract/plural.ts'
import type { AttemptType } from '#src/contract/security-check.ts'

/** At most `most` attempts in each `seconds`. */
export type Window = { most: number; seconds: number }

/** How often one caller may do one thing. Windows go from the shortest to the longest. */
export type Limit = {
  /** Begins the key of the counters. Never changes, or running windows are forgotten. */
  name: string
  /** What there were too many of, for the sentence people read. */
  what: string
  windows: readonly [Window, ...Window[]]
}

const MINUTE = 60
const HOUR = 3_600

/** Every limit of the product. (security RL1, RL3) */
export const LIMITS = {
  /** Of an address, or of a device for the account that is known on it. Only failures count. */
  signIn: {
    name: 'sign-in',
    what: 'sign-in attempts',
    windows: [
      { most: 6, seconds: MINUTE },
      { most: 30, seconds: HOUR },
    ],
  },
  /** Of an account from one address, whose password was right: each is a row of the audit log, which forgets nothing. */
  ownSignIns: { name: 'own-sign-ins', what: 'sign-ins', windows: [{ most: 120, seconds: HOUR }] },
  signUp: { name: 'sign-up', what: 'sign-up attempts', windows: [{ most: 5, seconds: HOUR }] },
  passwordReset: {
    name: 'password-reset',
    what: 'password reset requests',
    windows: [{ most: 10, seconds: HOUR }],
  },
  /** Links to the vendor portal that one visitor asks for. */
  vendorSignIn: { name: 'vendor-sign-in', what: 'sign-in links', windows: [{ most: 10, seconds: HOUR }] },
  /** Of a contact, what is proposed and uploaded for its vendor: each is a row of the audit log, which forgets nothing. */
  vendorChanges: { name: 'vendor-changes', what: 'changes', windows: [{ most: 60, seconds: HOUR }] },
  report: { name: 'report', what: 'reports', windows: [{ most: 5, seconds: HOUR }] },
  /** Links, codes, and the questions that codes answer. Of links and codes only failures count. */
  verifyToken: {
    name: 'verify-token',
    what: 'verification attempts',
    windows: [{ most: 30, seconds: 5 * MINUTE }],
  },
  /** A page may ask as soon as it is open. */
  passkeyAsk: { name: 'passkey-ask', what: 'requests', windows: [{ most: 120, seconds: MINUTE }] },
  passwordChange: {
    name: 'password-change',
    what: 'attempts to change the password',
    windows: [{ most: 20, seconds: HOUR }],
  },
  /** Each change is a row of the audit log, which forgets nothing. */
  profileChange: { name: 'profile-change', what: 'changes to the account', windows: [{ most: 60, seconds: HOUR }] },
  emailChange: { name: 'email-change', what: 'changes to the email address', windows: [{ most: 5, seconds: HOUR }] },
  posts: {
    name: 'posts',
    what: 'posts',
    windows: [
      { most: 1, seconds: 10 },
      { most: 30, seconds: HOUR },
    ],
  },
  /** Everything else that members write in the forum: thanks, changes, flags. New posts count here too, beside `posts`. */
  forumChanges: {
    name: 'forum-changes',
    what: 'forum changes',
    windows: [
      { most: 60, seconds: MINUTE },
      { most: 600, seconds: HOUR },
    ],
  },
  forumUploads: { name: 'forum-uploads', what: 'images', windows: [{ most: 40, seconds: HOUR }] },
  /** Of a contact of a vendor, and of a person of an event: answers and files. */
  taskAnswers: { name: 'task-answers', what: 'answers', windows: [{ most: 120, seconds: HOUR }] },
  previews: { name: 'previews', what: 'previews', windows: [{ most: 120, seconds: MINUTE }] },
  publicApi: {
    name: 'public-api',
    what: 'requests',
    windows: [
      { most: 50, seconds: 10 },
      { most: 200, seconds: MINUTE },
    ],
  },
  /** What a link from a mail shows, as often as its owner looks. */
  linkReads: { name: 'link-reads', what: 'requests', windows: [{ most: 120, seconds: MINUTE }] },
  /** Answers behind links to forms. Each is a row of the audit log, which forgets nothing. */
  logistics: {
    name: 'logistics',
    what: 'answers',
    windows: [
      { most: 90, seconds: MINUTE },
      { most: 900, seconds: HOUR },
    ],
  },
  /** Links to forms that one visitor asks for. */
  logisticsLink: { name: 'logistics-link', what: 'requests', windows: [{ most: 10, seconds: HOUR }] },
  /** Orders of the shop: each takes or holds pieces, and a plant has one address for everybody. */
  orders: { name: 'orders', what: 'orders', windows: [{ most: 40, seconds: HOUR }] },
  /** What is done behind the links to orders. */
  orderChanges: { name: 'order-changes', what: 'changes', windows: [{ most: 60, seconds: HOUR }] },
  /** Links to orders that one visitor asks for. */
  orderLinks: { name: 'order-links', what: 'requests', windows: [{ most: 10, seconds: HOUR }] },
  /** Reports of a mail provider, which come in bursts from few addresses. */
  mailHooks: { name: 'mail-hooks', what: 'reports', windows: [{ most: 600, seconds: MINUTE }] },
  /** Notices of the payment provider, which come in bursts from few addresses. */
  paymentNotices: { name: 'payment-notices', what: 'notices', windows: [{ most: 600, seconds: MINUTE }] },
  /** A rare word in a long past costs the database several questions. */
  forumSearch: { name: 'forum-search', what: 'searches', windows: [{ most: 30, seconds: MINUTE }] },
  /** Of an admin, to their own address. */
  testMails: { name: 'test-mails', what: 'test emails', windows: [{ most: 30, seconds: HOUR }] },
  pageViews: { name: 'page-views', what: 'page views', windows: [{ most: 60, seconds: MINUTE }] },
  /** What is done on pages that were viewed. */
  pageActs: { name: 'page-acts', what: 'reports', windows: [{ most: 120, seconds: MINUTE }] },
  /** What browsers tell of sign-in attempts by themselves. */
  clientReports: { name: 'client-reports', what: 'messages', windows: [{ most: 30, seconds: HOUR }] },
  /** Of one calendar address, by whatever programs have it. */
  calendarFeeds: { name: 'calendar-feeds', what: 'loads of this calendar', windows: [{ most: 30, seconds: HOUR }] },
  /** Marked mails of an administrator, to any address. */
  roundTrips: { name: 'round-trips', what: 'round trips', windows: [{ most: 5, seconds: HOUR }] },
  /** Of the checks of the live site, at an address of their own. */
  probe: { name: 'probe', what: 'calls of the probe', windows: [{ most: 6, seconds: MINUTE }] },
} as const satisfies Record<string, Limit>

/** The limit each kind of attempt at the door has. */
export const LIMIT_OF_ATTEMPT = {
  signin: LIMITS.signIn,
  signup: LIMITS.signUp,
  password_reset: LIMITS.passwordReset,
} as const satisfies Record<AttemptType, Limit>

/** `Too many sign-in attempts. Try again in 40 seconds.` */
export function waitSentence(limit: Limit, retryAfter: number): string {
  return `Too many ${limit.what}. Try again in ${inWords(retryAfter)}.`
}

/** Seconds in the unit people would use, rounded up. */
function inWords(seconds: number): string {
  if (seconds <= 90) return plural(seconds, 'second')
  const minutes = Math.ceil(seconds / MINUTE)
  return minutes <= 90 ? plural(minutes, 'minute') : plural(Math.ceil(seconds / HOUR), 'hour')
}

/** The key of a counter's row. */
export function getKey(key: string, limit: Limit, { seconds }: Window): string {
  return `${limit.name}:${seconds}:${key}`
}
