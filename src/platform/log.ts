import type { Clock } from './clock.ts'

/** Facts of one log entry. Never a body, a query string, a header or a driver's message. */
export type LogFields = Record<string, string | number | boolean | null | undefined>

/**
 * Writes what happened, one entry a call. Of an error it writes names, codes and frames, because its message may quote
 * data.
 */
export type Log = {
  info: (event: string, fields?: LogFields) => void
  warn: (event: string, fields?: LogFields, error?: unknown) => void
  error: (event: string, fields?: LogFields, error?: unknown) => void
}

const SECRET_NAME = /pass|secret|token|cookie|authorization|otp|credential/i
const MAIL_ADDRESS = /[^\s@"'<>,;:]{1,64}@(?=[\w-]+\.[\w.-]+)/g
const URL_CREDENTIALS = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@]{1,200}@/gi
const LONGEST_VALUE = 500
const MOST_FRAMES = 8

/** One JSON object a line, UTC time first. Values under telling names, mail addresses and URL passwords are masked. (security OV1, SC2) */
export function jsonLog(write: (line: string) => void, now: Clock): Log {
  const entry =
    (level: string) =>
    (event: string, fields: LogFields = {}, error?: unknown) => {
      const at = new Date(now()).toISOString()
      const described = error === undefined ? {} : describeError(error)
      write(JSON.stringify({ at, level, event, ...mask(fields), ...described }))
    }
  return { info: entry('info'), warn: entry('warn'), error: entry('error') }
}

function mask(fields: LogFields): LogFields {
  const masked: LogFields = {}
  for (const name in fields) masked[name] = maskValue(name, fields[name])
  return masked
}

function maskValue(name: string, value: LogFields[string]): LogFields[string] {
  if (typeof value !== 'string') return value
  if (SECRET_NAME.test(name)) return '[masked]'
  const short = value.slice(0, LONGEST_VALUE)
  // What is masked has an `@` in it, and almost no value has.
  if (!short.includes('@')) return short
  return short.replace(URL_CREDENTIALS, '$1[masked]@').replace(MAIL_ADDRESS, '[masked]@')
}

/** The chain of an error and its causes, such as `DrizzleQueryError < error 57P01`, and where the first one was thrown. */
function describeError(error: unknown): { error: string; stack?: string[] } {
  const names: string[] = []
  for (let link: unknown = error; link instanceof Error && names.length < 5; link = link.cause) {
    const code = 'code' in link && typeof link.code === 'string' ? ` ${link.code}` : ''
    names.push(`${link.name}${code}`)
  }
  if (!(error instanceof Error)) return { error: typeof error }
  const frames = getFrames(error).filter((line) => /^\s+at /.test(line))
  return { error: names.join(' < '), stack: frames.slice(0, MOST_FRAMES).map((line) => line.trim()) }
}

/** The text after the message: a message may contain lines that look like frames. */
function getFrames({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message)
  return start === -1 ? [] : stack.slice(start + message.length).split('\n')
}
