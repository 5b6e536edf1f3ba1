import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anEvent } from '#tests/support/event-fixture.ts'
import type { EventConfig } from './event.ts'
import { leftovers, replaceMention, staleHints } from './stale-copy.ts'

const tulsa = anEvent({ registrationUrl: 'https://register.uptime-workshops.example/tulsa-2027' })
const clean = { heroTitle: null, heroSubtitle: null, workshopBenefits: [], workshopDeliverables: [] }
const denver = anEvent({
  ...clean,
  eventSlug: 'denver-2028',
  eventName: 'Reliability Workshop',
  eventDate: '2028-03-09',
  earlyBirdDeadline: '2028-02-17',
  city: 'Denver',
  state: 'Colorado',
  venueName: 'Mile High Hall',
  venueAddress: '1 Quarry Road',
  registrationUrl: 'https://register.uptime-workshops.example/denver-2028',
})

const getWords = (hints: { field: string; words: string }[]) => hints.map(({ field, words }) => `${field}: ${words}`)

describe('a copy', () => {
  test.each<[string, Partial<EventConfig>, string]>([
    ['the city', { heroTitle: 'Reliability comes to Tulsa' }, 'heroTitle: Tulsa'],
    ['the city in other letters', { metaTitle: 'TULSA workshop' }, 'metaTitle: TULSA'],
    ['the state', { metaDescription: 'For plants all over Oklahoma.' }, 'metaDescription: Oklahoma'],
    ['the state in short', { announcementText: 'Now near Catoosa, OK!' }, 'announcementText: OK'],
    ['the venue, once', { heroSubtitle: 'Meet at Foundry Hall' }, 'heroSubtitle: Foundry Hall'],
    ['the address', { announcementText: 'Come to 12 Mill Street.' }, 'announcementText: 12 Mill Street'],
    ['the slug', { announcementText: 'See /event/tulsa-2027' }, 'announcementText: tulsa-2027'],
    ['the name in its own slug', { eventSlug: 'tulsa-copy' }, 'eventSlug: tulsa'],
    ['the city in a list', { workshopBenefits: ['Lunch', 'A tour of a Tulsa mill'] }, 'workshopBenefits: Tulsa'],
    ['the registration', { registrationUrl: tulsa.registrationUrl }, `registrationUrl: ${tulsa.registrationUrl}`],
  ])('that still names %s of its source gets a hint', (_, change, expected) => {
    expect(getWords(leftovers(tulsa, { ...denver, ...change }))).toEqual([expected])
  })

  test('whose name has the words of the source’s slug gets no hint', () => {
    const source = { ...tulsa, eventSlug: 'reliability-workshop' }
    expect(leftovers(source, denver)).toEqual([])
    expect(getWords(leftovers(source, { ...denver, announcementText: 'See reliability-workshop' }))).toHaveLength(1)
    expect(leftovers({ ...tulsa, eventSlug: 'workshop' }, { ...denver, heroTitle: 'A workshop' })).toEqual([])
  })

  test('that names neither gets no hint', () => {
    expect(leftovers(tulsa, denver)).toEqual([])
  })

  test('in Kansas City, Missouri of an event in Kansas may name its own city', () => {
    const kansas = anEvent({ city: 'Wichita', state: 'Kansas', venueName: null, venueAddress: null })
    const missouri = { ...denver, city: 'Kansas City', state: 'Missouri', heroTitle: 'A day in Kansas City' }
    expect(leftovers(kansas, missouri)).toEqual([])
    expect(getWords(leftovers(kansas, { ...missouri, heroTitle: 'A day in Kansas' }))).toEqual(['heroTitle: Kansas'])
  })

  test('in Wichita, Kansas of an event in Kansas City gets a hint for each text that names the longer place', () => {
    const source = { ...tulsa, city: 'Kansas City', state: 'Missouri', venueName: null, venueAddress: null }
    const wichita = { ...denver, city: 'Wichita', state: 'Kansas' }
    const words = { heroTitle: 'A day in Kansas City', metaTitle: 'KANSAS CITY', heroSubtitle: 'All over Kansas' }
    expect(leftovers(source, { ...wichita, ...words })).toMatchObject([
      { field: 'heroTitle', words: 'Kansas City', replaceBy: 'Wichita' },
      { field: 'metaTitle', words: 'KANSAS CITY', replaceBy: 'Wichita' },
    ])
    expect(staleHints({ ...denver, heroTitle: 'A day in Kansas City' })).toEqual([])
  })

  test('"ok" and "in" are words, not Oklahoma and Indiana', () => {
    const text = { heroTitle: 'It is ok, in short: OK', heroSubtitle: 'Hands in, tools out' }
    expect(leftovers(tulsa, { ...denver, ...text })).toEqual([])
    expect(leftovers({ ...tulsa, state: 'IN' }, { ...denver, ...text })).toEqual([])
  })
})

describe('a place that is replaced', () => {
  const wichita = { city: 'Wichita', state: 'Kansas', venueName: null, venueAddress: null }

  test.each([
    ['Kansas City to Kansas City', 'Kansas City', 'Wichita', [], 'Wichita to Wichita'],
    ['KANSAS CITY, kansas-city', 'Kansas City', 'Wichita', [], 'WICHITA, Wichita'],
    ['Missouri, not Kansas City, Missouri', 'Missouri', 'Kansas', [], 'Kansas, not Kansas City, Kansas'],
    ['It is ok in Tulsa, OK', 'OK', 'KS', [], 'It is ok in Tulsa, KS'],
    ['Kansas or Kansas City', 'Kansas', 'Missouri', ['Kansas City'], 'Missouri or Kansas City'],
  ])('in %j leaves longer names alone', (text, words, replaceBy, others, after) => {
    expect(replaceMention(text, { words, replaceBy }, { ...wichita, state: null }, others)).toBe(after)
  })

  test('is not looked for within the event’s own', () => {
    const own = { ...wichita, city: 'Kansas City' }
    expect(replaceMention('Kansas and Kansas City', { words: 'Kansas', replaceBy: 'Iowa' }, own, [])).toBe(
      'Iowa and Kansas City',
    )
  })
})

describe('an event', () => {
  const say = (heroTitle: string, changes: Partial<EventConfig> = {}) =>
    staleHints({ ...denver, heroTitle, ...changes }).map(({ words }) => words)

  test.each([
    ['January 21 in the new hall', 'January 21'],
    ['Join us Thursday, January 21, 2027', 'Thursday, January 21, 2027'],
    ['Join us on 21 January', '21 January'],
    ['2027-01-21 it is', '2027-01-21'],
    ['On 1/21/2027', '1/21/2027'],
    ['The workshop of 2027', '2027'],
    ['The workshop of 2026', '2026'],
    ['See you in January', 'January'],
    ['March 2027 edition', 'March 2027'],
    ['Friday, March 9', 'Friday, March 9'],
    ['A day in Tulsa, Oklahoma', 'Tulsa, Oklahoma'],
    ['A day in Boulder, Colorado', 'Boulder, Colorado'],
    ['A day in Oklahoma', 'Oklahoma'],
  ])('that says "%s" gets a hint about %s', (text, words) => {
    expect(say(text)).toEqual([words])
  })

  test.each([
    'Thursday, March 9, 2028 in Denver, Colorado',
    'March 9, 2028 at Mile High Hall, Denver, CO',
    'Book by February 17th and save',
    'The 2028 workshop, this March',
    'Since 2026 we have trained 400 planners',
    'The workshop of 2025',
    '20 years of experience, founded in 2001',
    'Cut downtime by 15-25% in 2 weeks',
    'ISO 55000:2024 in plain words',
    'You may march through 1,200 work orders, 24/7',
    'Use it on Monday morning',
    'Save $2027 a day and 2027.5 hours',
    'Pumps, Motors and Gearboxes',
  ])('that says "%s" gets no hint', (text) => {
    expect(say(text)).toEqual([])
  })

  test('that has moved may name the day it had', () => {
    expect(say('Moved from January 21', { previousEventDate: '2028-01-21' })).toEqual([])
  })

  test('that does not say where it is gets no hint about a place', () => {
    expect(say('A day in Tulsa, Oklahoma', { city: null })).toEqual([])
  })

  test('with the copy of the fixture gets no hint', () => {
    expect(staleHints(anEvent())).toEqual([])
  })
})

describe('whatever the words around it', () => {
  const word = fc.constantFrom('pumps', 'Plan', 'bearing', 'the', 'A', '15%', 'may', 'seal;', '(live)', 'of')
  const words = fc.array(word, { maxLength: 8 }).map((parts) => parts.join(' '))

  test('a name of the source is found, and words without one raise nothing', () => {
    const name = fc.constantFrom(
      'Tulsa',
      'tulsa',
      'Foundry Hall',
      'foundry-hall',
      '12 Mill Street',
      'Oklahoma',
      'tulsa-2027',
    )
    fc.assert(
      fc.property(words, name, words, (before, term, after) => {
        const heroDescription = `${before} ${term} ${after}`
        expect(getWords(leftovers(tulsa, { ...denver, heroDescription }))).toEqual([`heroDescription: ${term}`])
        expect(leftovers(tulsa, { ...denver, heroDescription: `${before} ${after}` })).toEqual([])
        expect(staleHints({ ...denver, heroDescription: `${before} ${after}` })).toEqual([])
      }),
    )
  })

  test('what is the copy’s own is never a leftover', () => {
    fc.assert(
      fc.property(words, fc.constantFrom('Tulsa', 'Foundry Hall', 'Oklahoma'), words, (before, term, after) => {
        const own = {
          city: tulsa.city,
          state: tulsa.state,
          venueName: tulsa.venueName,
          venueAddress: tulsa.venueAddress,
        }
        const heroDescription = `${before} ${term} ${after}`
        expect(leftovers(tulsa, { ...denver, ...own, heroDescription })).toEqual([])
      }),
    )
  })

  test('any text and any names are taken without a fault', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 })
    fc.assert(
      fc.property(text, text, text, text, (city, state, venueName, heroTitle) => {
        const source = { ...tulsa, city, state, venueName }
        for (const hint of leftovers(source, { ...denver, heroTitle })) expect(hint.words).not.toBe('')
        staleHints({ ...denver, city, state, venueName, heroTitle })
      }),
    )
  })
})
