import { randomUUID } from 'node:crypto'
import type { Db } from '../client.ts'
import { agendaTemplateGroups, agendaTemplateItems } from '../schema/events.ts'
import { locationLibrary, teamLibrary, vendorLibrary } from '../schema/libraries.ts'
import { type AgendaName, agendas } from './content/agendas.ts'
import { CANARY } from './content/canary.ts'
import { type LocationName, locations } from './content/locations.ts'
import { team } from './content/team.ts'
import { partners } from './content/vendors.ts'
import { storeDrawings } from './drawings.ts'

/** Ids of what events are put together from. */
export type Libraries = {
  team: string[]
  partners: string[]
  /** Entries that no event shows. */
  hidden: { member: string; partner: string }
  locations: Record<LocationName, string>
  agendas: Record<AgendaName, string>
}

/** Fills the libraries of team, partners, places and agendas. */
export async function seedLibraries(tx: Db): Promise<Libraries> {
  const photos = await storeDrawings(tx, 'portraits')
  const members = team.map(({ portrait, ...member }) => withId({ ...member, photoUrl: photos.get(portrait) ?? null }))
  const companies = partners.map(withId)
  const member = withId({ fullName: `Name ${CANARY}`, title: `Title ${CANARY}`, bio: `Bio ${CANARY}` })
  const partner = withId({ vendorName: `Partner ${CANARY}` })
  await tx.insert(teamLibrary).values([...members, member])
  await tx.insert(vendorLibrary).values([...companies, partner])
  return {
    team: members.map(({ id }) => id),
    partners: companies.map(({ id }) => id),
    hidden: { member: member.id, partner: partner.id },
    locations: await seedLocations(tx),
    agendas: { reliability: await seedAgenda(tx, 'reliability'), planning: await seedAgenda(tx, 'planning') },
  }
}

function withId<T extends object>(row: T): T & { id: string } {
  return { id: randomUUID(), ...row }
}

async function seedLocations(tx: Db): Promise<Libraries['locations']> {
  const ids = {
    kansasCity: randomUUID(),
    houston: randomUUID(),
    tacoma: randomUUID(),
    denver: randomUUID(),
    appleton: randomUUID(),
    chattanooga: randomUUID(),
  }
  const names = Object.keys(ids).filter((name): name is LocationName => name in ids)
  await tx.insert(locationLibrary).values(names.map((name) => ({ id: ids[name], ...locations[name] })))
  return ids
}

async function seedAgenda(tx: Db, name: AgendaName): Promise<string> {
  const { groupName, slots } = agendas[name]
  const groupId = randomUUID()
  await tx.insert(agendaTemplateGroups).values({ id: groupId, groupName })
  await tx.insert(agendaTemplateItems).values(slots.map((slot, at) => ({ groupId, ...slot, displayOrder: at + 1 })))
  return groupId
}
