import { IMPORT_LIMITS, MEBIBYTE } from './analytics-import.ts'

const MOST_ROWS = IMPORT_LIMITS.rows.toLocaleString('en-US')
const SHORTER = 'Export a shorter period, and import the parts one after the other.'
const CSV_OR_ZIP = 'Choose the CSV files or the zip that the service exported.'

/** Why a file cannot be imported, and what to do instead. */
export const IMPORT_REFUSED = {
  tooLarge: {
    why: `The file is larger than ${IMPORT_LIMITS.fileBytes / MEBIBYTE} MB.`,
    instead: SHORTER,
  },
  empty: { why: 'The file is empty.', instead: CSV_OR_ZIP },
  utf16: {
    why: 'The file is in the encoding UTF-16.',
    instead: 'Choose the file as the service exported it. A spreadsheet can save it again as “CSV UTF-8”.',
  },
  encoding: {
    why: 'The file is not in the encoding UTF-8.',
    instead: 'Choose the file as the service exported it. A spreadsheet can save it again as “CSV UTF-8”.',
  },
  binary: { why: 'This is not a text file.', instead: CSV_OR_ZIP },
  spreadsheet: { why: 'This is a spreadsheet.', instead: 'Save the sheet as “CSV UTF-8”, and choose that file.' },
  damagedZip: { why: 'The zip is damaged or encrypted.', instead: 'Download the export again.' },
  bomb: {
    why: 'The zip grows to an extraordinary size when it is unpacked, so reading it was stopped.',
    instead: 'Unpack it yourself, check what is in it, and choose the CSV files.',
  },
  tooManyFiles: {
    why: `The zip has more than ${IMPORT_LIMITS.zipEntries} files.`,
    instead: CSV_OR_ZIP,
  },
  strangeZip: { why: 'The zip has no file that is an export of a known service.', instead: CSV_OR_ZIP },
  mixedZip: {
    why: 'The zip has files of several services.',
    instead: 'Choose the files of each service by themselves.',
  },
  unknown: {
    why: 'The names of the columns are those of no export that is known here.',
    instead: 'Exports of Plausible, GoatCounter, Umami Cloud and Google Analytics 4 can be imported.',
  },
  columns: {
    why: `The file has more than ${IMPORT_LIMITS.columns} columns.`,
    instead: 'Choose the file as the service exported it.',
  },
  line: {
    why: 'A line of the file is longer than a million characters. Perhaps a quotation mark is never closed.',
    instead: 'Choose the file as the service exported it.',
  },
  rows: { why: `The file has more than ${MOST_ROWS} rows of figures.`, instead: SHORTER },
  events: {
    why: `The file has more than ${IMPORT_LIMITS.events.toLocaleString('en-US')} page views.`,
    instead: SHORTER,
  },
  days: { why: 'The days of the file are more than 20 years apart.', instead: SHORTER },
  noRows: {
    why: 'The file has no line that can be imported.',
    instead: 'Check that the export has a period with visits, and that the period ended before today.',
  },
  umamiTotals: {
    why: 'This export of a self-hosted Umami has only the columns x and y: totals without any dates.',
    instead:
      'Figures without a day cannot be placed. Umami Cloud exports website_event.csv, which has the date of every view.',
  },
  goatcounterVersion: {
    why: 'This export of GoatCounter has another version than 2.',
    instead: 'Export again with a current GoatCounter, as CSV or as JSON.',
  },
  goatcounterJson: {
    why: 'This JSON export of GoatCounter has another version than 1.',
    instead: 'Export again with a current GoatCounter, as CSV or as JSON.',
  },
  gone: {
    why: 'The file could not be read. It may have been moved or changed.',
    instead: 'Choose the file again.',
  },
  systems: {
    why: 'Figures of operating systems are not kept here.',
    instead: 'Import the other files of the export.',
  },
} as const
export type RefusalKey = keyof typeof IMPORT_REFUSED

/** Thrown for a file that cannot be imported. */
export class ImportRefused extends Error {
  readonly key: RefusalKey

  constructor(key: RefusalKey) {
    super(IMPORT_REFUSED[key].why)
    this.name = 'ImportRefused'
    this.key = key
  }
}

/** Thrown for a Google Analytics export whose columns are in another language: someone has to say what they are. */
export class UnknownColumns extends Error {
  readonly header: string[]

  constructor(header: string[]) {
    super('The columns of a file are not known')
    this.header = header
  }
}
